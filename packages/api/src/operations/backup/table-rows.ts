import type { Em } from '../../platform/database/database.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackupTable } from './manifest.ts'

/** A table as it is backed up. A row is a line of JSON with each column as text or null. */
export interface Table {
  /** The name in SQL: 'orders', or 'pgboss.job'. */
  name: string
  columns: { name: string; type: string }[]
  /** The columns that give the rows the same order on every machine. */
  orderBy: string[]
}

/** Returns the names of the applied migrations, oldest first. */
export async function readMigrations(em: Em): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id')
  return rows.map(({ name }) => name)
}

const rowsPerFetch = 500

/** Only unfinished jobs are backed up. The job queue recreates its other rows, including schedules. */
const jobTable = 'pgboss.job'
const whereJobIsUnfinished = "where state < 'completed' and name <> 'scheduled'"

/**
 * Returns the tables to back up: all of the product's, and the jobs. Excludes generated columns, and the list of
 * migrations, which is in the manifest.
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

/** Yields the rows of a table as lines without line ends. Requires a transaction prepared with setPortableFormat(). */
export async function* readLines(em: Em, table: Table): AsyncGenerator<string> {
  const texts = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`)
  // Collations differ between databases; byte order does not.
  const order = table.orderBy.map((name) => {
    const type = table.columns.find((column) => column.name === name)?.type ?? ''
    return /^(uuid|smallint|integer|bigint)$/.test(type)
      ? quoteIdentifier(name)
      : `${quoteIdentifier(name)}::text collate "C"`
  })
  await em.execute(
    `declare backup_rows no scroll cursor for
     select array_to_json(array[${texts.join(', ')}]::text[])::text as line
       from ${quoteTable(table.name)} ${table.name === jobTable ? whereJobIsUnfinished : ''} order by ${order.join(', ')}`,
  )
  for (;;) {
    const rows = await em.execute<{ line: string }[]>(`fetch ${rowsPerFetch} from backup_rows`)
    for (const { line } of rows) yield line
    if (rows.length < rowsPerFetch) break
  }
  await em.execute('close backup_rows')
}

/** Inserts rows from readLines(). The table's types become part of the statement, so they must come from listTables(). */
export async function insertRows(em: Em, table: Table, lines: string[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoteIdentifier(name))
  const values = table.columns.map(({ type }, index) => `(line->>${index})::${type}`)
  await em.execute(
    `insert into ${quoteTable(table.name)} (${names.join(', ')})
     select ${values.join(', ')} from json_array_elements(?::json) as line`,
    [`[${lines.join(',')}]`],
  )
}

/** Makes the transaction format values independently of the server's settings: times in UTC, numbers in full precision. */
export async function setPortableFormat(em: Em): Promise<void> {
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

/** Quotes an identifier. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a table name with its optional schema. */
export function quoteTable(name: string): string {
  return name.split('.').map(quoteIdentifier).join('.')
}

/** Returns the path of a table's rows: compressed lines of JSON. */
export function tableFile(folder: string, tableName: string): string {
  return path.join(folder, `${tableName}.ndjson.gz`)
}

/** Writes every table to its own file, in the caller's transaction and so from its snapshot. */
export async function dumpTables(em: Em, folder: string): Promise<BackupTable[]> {
  await setPortableFormat(em)
  const tables: BackupTable[] = []
  for (const table of await listTables(em)) tables.push(await dumpTable(em, table, folder))
  return tables
}

async function dumpTable(em: Em, table: Table, folder: string): Promise<BackupTable> {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines() {
    for await (const line of readLines(em, table)) {
      const lineWithEnd = `${line}\n`
      hash.update(lineWithEnd)
      rows += 1
      yield lineWithEnd
    }
  }
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 3 }),
    createWriteStream(tableFile(folder, table.name), { flags: 'wx', mode: 0o600 }),
  )
  return { name: table.name, columns: table.columns, rows, sha256: hash.digest('hex') }
}

/** Reads the dumped rows of a table, one line each. */
export async function* readDump(folder: string, tableName: string): AsyncGenerator<string> {
  const content = createReadStream(tableFile(folder, tableName)).pipe(createGunzip())
  yield* createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })
}
