import { CompiledQuery, createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import type * as v from 'valibot'
import type { Em } from './database.ts'

/**
 * Set only by tests, which check every row and record which statements returned rows. `onStatement` is called for each
 * statement, and the function that it returns with the rows of each run.
 */
export const rowChecks: {
  onStatement: ((row: v.GenericSchema, statement: RawBuilder<unknown>) => (rows: unknown[]) => void) | null
} = { onStatement: null }

/**
 * Returns a tag that runs an SQL template: ``await readRows(em, Row)`select id from orders` ``. Its types are not derived from the
 * tables, so tests check every row of every template against `row`.
 * @param row a schema that changes no value
 */
export function readRows<Row extends v.GenericSchema>(em: Em, row: Row) {
  return async (...template: Template): Promise<v.InferOutput<Row>[]> => {
    const statement = sql(...template)
    const checkRows = rowChecks.onStatement?.(row, statement)
    const { rows } = await statement.execute(em.getKysely())
    checkRows?.(rows)
    return rows as v.InferOutput<Row>[]
  }
}
type Template = [text: TemplateStringsArray, ...values: unknown[]]

/** Like readRows(), for a template that returns one row. @throws Error if there is none */
export function readRow<Row extends v.GenericSchema>(em: Em, row: Row) {
  return async (...template: Template): Promise<v.InferOutput<Row>> => {
    const [first] = await readRows(em, row)(...template)
    if (first === undefined) throw new Error('The database returned no row')
    return first
  }
}

/**
 * Compiles a frequently used template once, because Kysely compiles every template again at each call. Its values are written `$1`,
 * `$2` and so on.
 * @returns a function that runs the statement with the values
 */
export function prepareStatement<Row extends v.GenericSchema>(row: Row) {
  return (...template: Template): ((em: Em, ...values: unknown[]) => Promise<v.InferOutput<Row>[]>) => {
    const statement = sql(...template)
    const text = textOf(statement)
    const checkRows = rowChecks.onStatement?.(row, statement)
    return async (em, ...values) => {
      const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, values))
      checkRows?.(rows)
      return rows as v.InferOutput<Row>[]
    }
  }
}

/** `'orders.created_at'` -> `'orders.created_at as createdAt'` */
type InCamelCase<Column extends string> = Column extends `${string}.${infer Name}`
  ? `${Column} as ${CamelCase<Name>}`
  : `${Column} as ${CamelCase<Column>}`
type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

/** Names columns in the builder's `select()` and `returning()` as the properties of entities. */
export function inCamelCase<const Column extends string>(...columns: Column[]): InCamelCase<Column>[] {
  return columns.map((column) => {
    const name = column.slice(column.indexOf('.') + 1)
    return `${column} as ${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  }) as InCamelCase<Column>[]
}

/** The columns of a row's schema in an SQL template, each named as in the schema: `"created_at" as "createdAt"`. */
export function columnsOf({ entries }: { entries: object }, table?: string): RawBuilder<unknown> {
  const prefix = table === undefined ? '' : `"${table}".`
  const columns = Object.keys(entries).map((name) => {
    const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `${prefix}"${column}" as "${name}"`
  })
  // A single raw fragment, because Kysely compiles every fragment again at each call.
  return sql.raw(columns.join(', '))
}

/** Compiles a fragment once, because Kysely compiles every fragment again at each call. @throws Error if it has values */
export function compileOnce<Type>(fragment: RawBuilder<Type>): RawBuilder<Type> {
  return sql.raw(textOf(fragment))
}

function textOf(fragment: RawBuilder<unknown>): string {
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(
    fragment.toOperationNode(),
    createQueryId(),
  )
  if (parameters.length > 0) throw new Error(`A template that is compiled once has values: ${text}`)
  return text
}

/**
 * Yields the rows of a long list in chunks of a thousand, to limit memory.
 * @param read returns up to `limit` rows after a row, or from the beginning
 */
export async function* readInChunks<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const limit = 1_000
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, limit)
    yield rows
    last = rows.at(-1)
    if (rows.length < limit) return
  }
}

/** How many rows there are, for the builder's `select()`. */
export const rowCount = sql<number>`count(*)::int`.as('count')
