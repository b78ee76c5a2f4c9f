import {
  CompiledQuery,
  createQueryId,
  PostgresQueryCompiler,
  sql,
  type DeleteResult,
  type RawBuilder,
} from 'kysely'
import * as v from 'valibot'
import type { Em } from './database.ts'

/**
 * For tests, which check every row and learn which statements returned some: called where a statement is written, it returns what
 * is called with the number of rows of each run.
 */
export const rowChecks: { onStatement: (() => (rowCount: number) => void) | null } = { onStatement: null }

/**
 * Runs an SQL template. Its types are not derived from the tables, so they are checked. All rows have the columns and types of the
 * first, and checking every one would cost more than the statement of a page; so only tests check the others.
 * @param row a schema that changes no value
 * @throws Error if a checked row does not match the schema
 */
export async function readRows<Row extends v.GenericSchema>(
  em: Em,
  row: Row,
  statement: RawBuilder<unknown>,
): Promise<v.InferOutput<Row>[]> {
  const onRows = rowChecks.onStatement?.()
  const { rows } = await statement.execute(em.getKysely())
  return checkRows(row, rows, onRows)
}

/** Runs an SQL template that returns one row. @throws Error if there is none, or it does not match the schema */
export async function readRow<Row extends v.GenericSchema>(
  em: Em,
  row: Row,
  statement: RawBuilder<unknown>,
): Promise<v.InferOutput<Row>> {
  const [first] = await readRows(em, row, statement)
  if (first === undefined) throw new Error('The database returned another row than expected: none')
  return first
}

function checkRows<Row extends v.GenericSchema>(
  schema: Row,
  rows: unknown[],
  onRows: ((rowCount: number) => void) | undefined,
): v.InferOutput<Row>[] {
  for (const row of onRows === undefined ? rows.slice(0, 1) : rows) check(schema, row)
  onRows?.(rows.length)
  return rows as v.InferOutput<Row>[]
}

/** The error names columns and types only: valibot's own message quotes the value, which logs must not contain. */
function check(schema: v.GenericSchema, row: unknown): void {
  const { success, issues = [] } = v.safeParse(schema, row)
  if (success) return
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'row'} is not ${issue.expected}`)
  throw new Error(`The database returned another row than expected: ${problems.join(', ')}`)
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
export function constant<Type>(fragment: RawBuilder<Type>): RawBuilder<Type> {
  const { sql: text, parameters } = compile(fragment)
  if (parameters.length > 0) throw new Error(`A constant fragment has values: ${text}`)
  return sql.raw(text)
}

/**
 * Compiles a template once, for statements that cost little more than that. The result runs it as readRows() does.
 * @param write gets what stands for the value
 */
export function prepareRows<Row extends v.GenericSchema, Value>(
  row: Row,
  write: (value: RawBuilder<Value>) => RawBuilder<unknown>,
): (em: Em, value: Value) => Promise<v.InferOutput<Row>[]> {
  const placeholder = Symbol('value')
  const { sql: text, parameters } = compile(write(sql`${placeholder}`))
  const onRows = rowChecks.onStatement?.()
  return async (em, value) => {
    const values = parameters.map((parameter) => (parameter === placeholder ? value : parameter))
    const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, values))
    return checkRows(row, rows, onRows)
  }
}

function compile(fragment: RawBuilder<unknown>): CompiledQuery {
  return new PostgresQueryCompiler().compileQuery(fragment.toOperationNode(), createQueryId())
}

/** Runs a deletion of the builder. @returns how many rows it deleted */
export async function deleteRows(query: {
  executeTakeFirstOrThrow(): Promise<DeleteResult>
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows)
}
