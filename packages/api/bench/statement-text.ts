import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import * as v from 'valibot'

/** A statement with the driver's placeholders, `$1` for the first parameter. */
export interface Statement {
  sql: string
  params: (string | number | string[])[]
}

const Params = v.array(v.union([v.string(), v.number(), v.array(v.string())]))

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Returns a template as the driver sends it. */
export function compiled(template: RawBuilder<unknown>): Statement {
  const { sql, parameters } = template.compile(compiler)
  return { sql, params: v.parse(Params, parameters) }
}
