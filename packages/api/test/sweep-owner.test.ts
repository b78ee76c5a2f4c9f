import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../src/backup/make-backup.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import type { Database } from '../src/db/orm.ts'
import { openDiskStorage } from '../src/storage/disk-storage.ts'
import type { FileStorage } from '../src/storage/file-storage.ts'
import { openStorage } from '../src/storage/open-storage.ts'
import { markOwner, ownerKey, readOwner, readShopId } from '../src/storage/storage-owner.ts'
import { sweepFiles } from '../src/storage/sweep-files.ts'
import { emptyPlace, filledPlace, withDatabase } from './backup-fixtures.ts'
import { openTestDatabase } from './database.ts'
import { newOrder, silentLog } from './mail-fixtures.ts'

// A storage is swept by the shop that it belongs to alone, however few files it has.

let ours: Database
let other: Database
let folder: string
let storage: FileStorage
let lines: Record<string, unknown>[]
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })

beforeEach(async () => {
  lines = []
  ours = await openTestDatabase()
  other = await openTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'sweep-owner-'))
  storage = await openDiskStorage(folder)
})
afterEach(async () => {
  await ours.close()
  await other.close()
  await rm(folder, { recursive: true })
})

/** Stores a file that was written two days ago, or now. */
async function store(isOld = true): Promise<string> {
  const id = randomUUID()
  const key = `${id.slice(0, 2)}/${id}`
  await storage.write(key, Readable.from([Buffer.from('a work')]), { maxBytes: 100 })
  const time = Date.now() / 1000 - (isOld ? 48 * 3600 : 0)
  await utimes(path.join(folder, key), time, time)
  return key
}

async function addOrders(database: Database, count: number, isOld = true): Promise<string[]> {
  const keys: string[] = []
  const em = database.fork()
  for (let n = 0; n < count; n += 1) {
    keys.push(await store(isOld))
    newOrder(em, { storageKey: keys.at(-1) ?? '' })
  }
  await em.flush()
  return keys.sort()
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) if (key !== ownerKey) keys.push(key)
  return keys.sort()
}

const sweep = (database: Database) => sweepFiles({ database, storage, log })

describe('a small shop', () => {
  test('keeps its files from another database, also once that one has taken orders of its own', async () => {
    const keys = await addOrders(ours, 3)
    await sweep(ours)
    expect((await sweep(other)).strays).toBe(0)
    const theirs = await addOrders(other, 10)
    expect((await sweep(other)).strays).toBe(0)
    expect(await storedKeys()).toEqual([...keys, ...theirs].sort())
    const msg = expect.stringContaining("sweep: the file storage is another shop's")
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { strays: 3, msg },
      { strays: 3, msg },
    ])
    expect(await readOwner(storage)).toBe(await readShopId(ours.fork()))
  })

  test.each([true, false])(
    'keeps them also where it has not swept yet itself (files of two days: %s)',
    async (isOld) => {
      const keys = await addOrders(ours, 3, isOld)
      expect((await sweep(other)).strays).toBe(0)
      expect(await readOwner(storage)).toBeNull()
      expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining('is nobody’s') }])
      await sweep(ours)
      expect(await storedKeys()).toEqual(keys)
      expect(await readOwner(storage)).toBe(await readShopId(ours.fork()))
    },
  )

  test('keeps them where the mark was damaged, and gives itself another where it was taken away', async () => {
    const keys = await addOrders(ours, 3)
    const stray = await store()
    await markOwner(storage, '')
    expect((await sweep(ours)).strays).toBe(0)
    expect(await storedKeys()).toEqual([...keys, stray].sort())
    await storage.remove(ownerKey)
    expect((await sweep(ours)).strays).toBe(1)
    expect(await storedKeys()).toEqual(keys)
  })

  test('has its strays swept, also when they are all that is left', async () => {
    await sweep(ours)
    await store()
    expect((await sweep(ours)).strays).toBe(1)
    expect(await storedKeys()).toEqual([])
    expect(lines.filter(({ level }) => level === 50)).toEqual([])
  })
})

test('a shop that was restored elsewhere has the same id, and sweeps there', async () => {
  const [shop, target] = [await filledPlace(), await emptyPlace()]
  const shopId = await withDatabase(shop, async (database) => {
    await sweepFiles({ database, storage: await openStorage(shop.config), log })
    return readShopId(database.fork())
  })
  expect(await readOwner(await openStorage(shop.config))).toBe(shopId)
  const { file } = await makeBackup(shop.config, { to: path.join(folder, 'shop.tar'), encrypt: false })
  const restored = await openStorage(target.config)
  // Of a shop that was tried there and never had a file.
  await markOwner(restored, 'another')
  await restoreBackup(target.config, { from: file, log: silentLog })
  await withDatabase(target, async (database) => {
    expect(await readShopId(database.fork())).toBe(shopId)
    expect(await sweepFiles({ database, storage: restored, log })).toMatchObject({ strays: 0, missing: [] })
  })
  expect(await readOwner(restored)).toBe(shopId)
  expect(lines.filter(({ level }) => level === 50)).toEqual([])
  await shop.remove()
  await target.remove()
})
