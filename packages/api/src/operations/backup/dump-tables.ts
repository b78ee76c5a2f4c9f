import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Em } from '../../platform/database/database.ts'
import type { TableFacts } from './manifest.ts'
import { listTables, setPortableFormat, readRows, type Table } from './table-rows.ts'

/** Returns the path of a table's rows: compressed lines of JSON. */
export function tableFile(folder: string, tableName: string): string {
  return path.join(folder, `${tableName}.ndjson.gz`)
}

/** Writes every table to its own file, in the caller's transaction and so from its snapshot. */
export async function dumpTables(em: Em, folder: string): Promise<TableFacts[]> {
  await setPortableFormat(em)
  const facts: TableFacts[] = []
  for (const table of await listTables(em)) facts.push(await dumpTable(em, table, folder))
  return facts
}

async function dumpTable(em: Em, table: Table, folder: string): Promise<TableFacts> {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines() {
    for await (const line of readRows(em, table)) {
      const whole = `${line}\n`
      hash.update(whole)
      rows += 1
      yield whole
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
