import type { Em } from '../sql/database.ts'

/** A table as it is backed up: a row is a line of JSON with the text of each column, or null. */
export interface Table {
  /** As it stands in a statement: 'orders', or 'pgboss.job'. */
  name: string
  columns: { name: string; type: string }[]
  /** What puts its rows in one order on every machine. */
  orderBy: string[]
}

/** So many rows are read at once. */
const rowsAtOnce = 500

/** Of the job queue's tables only what is still to be done is kept; the rest it makes by itself, as it does what recurs. */
const jobTable = 'pgboss.job'
const jobsToKeep = "where state < 'completed' and name <> 'scheduled'"

/**
 * The tables whose rows a backup has: all of the product's, and the jobs. Columns that the database computes are left out, and
 * so is the list of migrations, which the manifest has.
 */
export async function listTables(em: Em): Promise<Table[]> {
  const rows = await em.execute<{ schema: string; name: string; columns: string; key: string | null }[]>(
    `select n.nspname as schema, c.relname as name,
            (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text as columns,
            (select json_agg(a.attname order by array_position(i.indkey::int[], a.attnum::int))
               from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int[])
              where i.indrelid = c.oid and i.indisprimary)::text as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and ((n.nspname = current_schema() and c.relname <> 'mikro_orm_migrations')
             or (n.nspname = 'pgboss' and c.relname = 'job'))
      order by n.nspname <> current_schema(), c.relname collate "C"`,
  )
  return rows.map(({ schema, name, columns: columnsJson, key }) => {
    const columns: Table['columns'] = JSON.parse(columnsJson)
    if (schema === 'pgboss') return { name: jobTable, columns, orderBy: ['id'] }
    const keyNames: string[] = key === null ? columns.map((column) => column.name) : JSON.parse(key)
    return { name, columns, orderBy: keyNames }
  })
}

/** The rows of a table, a line each, without a line's end. In a transaction of the caller, see readAlike(). */
export async function* readRows(em: Em, table: Table): AsyncGenerator<string> {
  const texts = table.columns.map(({ name }) => `${quoted(name)}::text`)
  // Databases sort texts each in their own way, bytes all in the same.
  const order = table.orderBy.map((name) => {
    const type = table.columns.find((column) => column.name === name)?.type ?? ''
    return /^(uuid|smallint|integer|bigint)$/.test(type) ? quoted(name) : `${quoted(name)}::text collate "C"`
  })
  await em.execute(
    `declare rows_to_keep no scroll cursor for
     select array_to_json(array[${texts.join(', ')}]::text[])::text as line
       from ${quotedTable(table.name)} ${table.name === jobTable ? jobsToKeep : ''} order by ${order.join(', ')}`,
  )
  for (;;) {
    const rows = await em.execute<{ line: string }[]>(`fetch ${rowsAtOnce} from rows_to_keep`)
    for (const { line } of rows) yield line
    if (rows.length < rowsAtOnce) break
  }
  await em.execute('close rows_to_keep')
}

/** Writes rows, as readRows() gives them, into a table. Its types stand in the statement, so they are those of listTables(). */
export async function insertRows(em: Em, table: Table, lines: string[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name))
  const values = table.columns.map(({ type }, index) => `(line->>${index})::${type}`)
  await em.execute(
    `insert into ${quotedTable(table.name)} (${names.join(', ')})
     select ${values.join(', ')} from json_array_elements(?::json) as line`,
    [`[${lines.join(',')}]`],
  )
}

/** Has the transaction write every value as all others do: times in UTC, numbers in full. */
export async function readAlike(em: Em): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'iso_8601'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
  ]) {
    await em.execute(`set local ${setting}`)
  }
}

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A table's name as it stands in a statement. */
export function quotedTable(name: string): string {
  return name.split('.').map(quoted).join('.')
}
