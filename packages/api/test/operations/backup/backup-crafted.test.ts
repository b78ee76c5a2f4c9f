import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import {
  manifestName,
  digestName,
  digestContent,
  tableEntry,
  type Manifest,
} from '../../../src/operations/backup/manifest.ts'
import { entriesOf } from '../../../src/operations/backup/read-archive.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { emptyPlace, everythingIn, placeWithOrders, type ShopPlace } from './backup-fixtures.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'

// Backups with valid digests and malicious content.

let shop: ShopPlace
let folder: string
let whole: string
let target: ShopPlace
beforeAll(async () => {
  shop = await placeWithOrders()
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-crafted-'))
  whole = (await makeBackup(shop.config, { to: path.join(folder, 'whole.tar'), encrypt: false })).file
})
afterAll(async () => {
  await shop?.remove()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  target = await emptyPlace()
})
afterEach(() => target.remove())

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

function tableOf(manifest: Manifest, name: string): Manifest['tables'][number] {
  const table = manifest.tables.find((candidate) => candidate.name === name)
  if (table === undefined) throw new Error(`no table ${name}`)
  return table
}

/** Rewrites the backup with another manifest, and other rows of some tables. */
async function craft(
  change: (manifest: Manifest) => void,
  lines: Record<string, string> = {},
): Promise<string> {
  const file = path.join(folder, 'crafted.tar')
  const archive = pack()
  const written = pipeline(archive, createWriteStream(file))
  for await (const { name, body } of entriesOf(createReadStream(whole))) {
    const content = await buffer(body)
    const table = Object.keys(lines).find((candidate) => tableEntry(candidate) === name)
    if (table !== undefined) archive.entry({ name }, gzipSync(lines[table] ?? ''))
    else if (name === manifestName) {
      const manifest: Manifest = JSON.parse(content.toString())
      for (const [changed, text] of Object.entries(lines)) tableOf(manifest, changed).sha256 = sha256(text)
      change(manifest)
      archive.entry({ name }, JSON.stringify(manifest))
      archive.entry({ name: digestName }, digestContent(sha256(JSON.stringify(manifest))))
    } else if (name !== digestName) archive.entry({ name }, content)
  }
  archive.finalize()
  await written
  return file
}

describe('a crafted backup', () => {
  test('cannot choose how values are parsed: column types come from the database', async () => {
    const odd = ['boolean', 'text', 'date', 'integer, pg_sleep(600)', 'no_such_type']
    const from = await craft(({ tables }) => {
      for (const { columns } of tables) {
        for (const [index, column] of columns.entries()) column.type = odd[index % odd.length] ?? ''
      }
    })
    await restoreBackup(target.config, { from, log })
    expect(await everythingIn(target)).toEqual(await everythingIn(shop))
  })

  test.each([
    {
      title: 'it has an unknown column',
      columns: [{ name: 'secret', type: 'text' }],
      message: 'This release does not have service_price.secret: the backup is from another release.',
    },
    {
      title: 'it has a column twice',
      columns: [
        { name: 'amount_cents', type: 'integer' },
        { name: 'amount_cents', type: 'integer' },
      ],
      message: 'The backup has a column of service_price twice.',
    },
  ])('is rejected because $title', async ({ columns, message }) => {
    const from = await craft((manifest) => {
      tableOf(manifest, 'service_price').columns = columns
    })
    await expect(restoreBackup(target.config, { from, log })).rejects.toThrow(message)
  })

  test.each([
    { title: 'a value that is not a number', line: '["1","many","2026-11-21 00:00:00+00"]' },
    { title: 'a value that is missing', line: '["1",null,"2026-11-21 00:00:00+00"]' },
  ])('is rejected for $title, with a message that does not contain the value', async ({ line }) => {
    const from = await craft(() => {}, { service_price: `${line}\n` })
    await expect(restoreBackup(target.config, { from, log })).rejects.toThrow(
      /^The database was left empty; the files of the backup were written. A row of service_price does not fit into this release's table\.$/,
    )
    expect(await countFiles(shop)).toBeGreaterThan(0)
    expect(await countFiles(target)).toBe(await countFiles(shop))
    // As the message says, the database is still empty, so that the intact backup can be restored.
    await restoreBackup(target.config, { from: whole, log })
    expect(await everythingIn(target)).toEqual(await everythingIn(shop))
  })
})

async function countFiles(place: ShopPlace): Promise<number> {
  const storage = await openStorage(place.config)
  let files = 0
  for await (const _file of storage.list()) files += 1
  return files
}
