import type { Em, Database } from '../../platform/database/database.ts'
import {
  readDump,
  insertRows,
  listTables,
  quoteIdentifier,
  quoteTable,
  setPortableFormat,
  readLines,
  readMigrations,
  type Table,
} from './table-rows.ts'
import type { BackupTable } from './manifest.ts'
import { migrations } from '../database/migrations/list.ts'
import { startJobs } from '../../platform/jobs/boss-queue.ts'
import type { Log } from '../../platform/logging/log.ts'

/**
 * Creates the tables of an empty database, migrated exactly as far as in the backup. Continues after an interrupted
 * restore, which leaves tables without a shop.
 * @throws Error with a message to print if there is a shop, or a migration is unknown
 */
export async function prepareTables(database: Database, names: readonly string[], log: Log): Promise<void> {
  const releaseNames = migrations.map(({ name }) => name)
  const unknownName = names.find((name, index) => releaseNames[index] !== name)
  if (unknownName !== undefined) {
    throw new Error(
      `The backup is from a newer release: this one does not have its migration ${unknownName}.`,
    )
  }
  await assertNoShop(database)
  await database.migrate(names.at(-1))
  if ((await readMigrations(database.fork())).length !== names.length)
    throw new Error('The database has tables of another release. Drop it, create it again and retry.')
  const jobs = await startJobs({ database, handlers: {}, schedules: [], log })
  await jobs.stop()
}

/** Every server writes a setting on its first start. A restore writes settings in its last step. */
async function assertNoShop(database: Database): Promise<void> {
  const em = database.fork()
  const tables = await em.execute<{ name: string }[]>(
    `select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`,
  )
  if (tables.length === 0) return
  const isUnused =
    tables.some(({ name }) => name === 'setting') &&
    (await em.execute<unknown[]>('select 1 from setting limit 1')).length === 0
  if (!isUnused) throw new Error('The database is not empty. Nothing was changed. Specify an empty one.')
}

/** The approximate size of an insert statement. */
const batchCharacters = 1_000_000

/**
 * Fills the empty tables of a database with dumped rows, then reads every row back and compares it. The caller's
 * transaction makes this all or nothing.
 * @throws Error with a message to print if tables or rows differ
 */
export async function loadTables(
  em: Em,
  folder: string,
  dumpedTables: readonly BackupTable[],
): Promise<void> {
  await setPortableFormat(em)
  const tables = await listTables(em)
  const pairs = dumpedTables.map((backupTable) => ({ backupTable, table: findTable(tables, backupTable) }))
  const foreignKeys = await dropForeignKeys(em)
  for (const { name } of tables) await em.execute(`delete from ${quoteTable(name)}`)
  for (const { table } of pairs) await loadTable(em, table, folder)
  // Recreating the foreign keys checks all references.
  for (const foreignKey of foreignKeys) {
    await em.execute(
      `alter table ${foreignKey.tableName} add constraint ${quoteIdentifier(foreignKey.name)} ${foreignKey.definition}`,
    )
  }
  for (const { backupTable, table } of pairs) {
    await moveSequences(em, table)
    await compareTable(em, backupTable, table, folder)
  }
}

/** Returns this database's table for dumped rows. Only names are taken from the dump; column types come from this database. */
function findTable(tables: readonly Table[], { name, columns }: BackupTable): Table {
  const table = tables.find((candidate) => candidate.name === name)
  if (table === undefined) throw releaseMismatchError(name)
  // The comparison uses the columns of the dump, in their order.
  const orderedColumns = columns.map((column) => {
    const tableColumn = table.columns.find((candidate) => candidate.name === column.name)
    if (tableColumn === undefined) throw releaseMismatchError(`${name}.${column.name}`)
    return tableColumn
  })
  if (new Set(orderedColumns).size < orderedColumns.length)
    throw new Error(`The backup has a column of ${name} twice.`)
  return { ...table, columns: orderedColumns }
}

function releaseMismatchError(name: string): Error {
  return new Error(
    `This release does not have ${name}: the backup is from another release. Restore it with the release that made it.`,
  )
}

/** Foreign keys are dropped because rows are inserted in any order. They are checked at the end. */
async function dropForeignKeys(em: Em): Promise<{ tableName: string; name: string; definition: string }[]> {
  const foreignKeys = await em.execute<{ tableName: string; name: string; definition: string }[]>(
    `select conrelid::regclass::text as "tableName", conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  )
  for (const { tableName, name } of foreignKeys) {
    await em.execute(`alter table ${tableName} drop constraint ${quoteIdentifier(name)}`)
  }
  return foreignKeys
}

async function loadTable(em: Em, table: Table, folder: string): Promise<void> {
  let lines: string[] = []
  let characters = 0
  for await (const line of readDump(folder, table.name)) {
    lines.push(line)
    characters += line.length
    if (characters < batchCharacters) continue
    await writeRows(em, table, lines)
    lines = []
    characters = 0
  }
  if (lines.length > 0) await writeRows(em, table, lines)
}

async function writeRows(em: Em, table: Table, lines: string[]): Promise<void> {
  try {
    await insertRows(em, table, lines)
  } catch (cause) {
    if (!isValueError(cause)) throw cause
    throw new Error(`A row of ${table.name} does not fit into this release's table.`, { cause })
  }
}

/** PostgreSQL's error classes for invalid values (22) and violated constraints (23). */
function isValueError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}

/** Continues a sequence after the largest number that it assigned. */
async function moveSequences(em: Em, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const [serial] = await em.execute<{ sequence: string | null }[]>(
      'select pg_get_serial_sequence(?, ?) as sequence',
      [quoteTable(name), column.name],
    )
    if (serial?.sequence == null) continue
    await em.execute(
      `select setval(?, coalesce((select max(${quoteIdentifier(column.name)}) from ${quoteTable(name)}), 0) + 1, false)`,
      [serial.sequence],
    )
  }
}

async function compareTable(em: Em, backupTable: BackupTable, table: Table, folder: string): Promise<void> {
  const dumpLines = readDump(folder, backupTable.name)
  let rows = 0
  for await (const line of readLines(em, table)) {
    rows += 1
    const expected = await dumpLines.next()
    if (expected.done === true || expected.value !== line) {
      throw new Error(`Row ${rows} of ${backupTable.name} differs from the backup.`)
    }
  }
  if (rows !== backupTable.rows) {
    throw new Error(`${backupTable.name} has ${rows} rows instead of ${backupTable.rows}.`)
  }
}
