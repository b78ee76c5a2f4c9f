import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { imageKeys } from '../../../src/blog/images/image-files.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import {
  markOwner,
  ownerKey,
  readOwner,
  readShopId,
  claimStorage,
} from '../../../src/platform/storage/storage-owner.ts'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { emptyPlace, placeWithOrders, withDatabase } from '../../operations/backup/backup-fixtures.ts'
import { newOrder } from '../../../testing/mail-fixtures.ts'

// Only the shop that a storage belongs to sweeps it, however few files it has.

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
async function store(isOld = true, key = newKey()): Promise<string> {
  await storage.write(key, Readable.from([Buffer.from('a work')]), { maxBytes: 100 })
  const time = Date.now() / 1000 - (isOld ? 48 * 3600 : 0)
  await utimes(path.join(folder, key), time, time)
  return key
}

function newKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}`
}

/** Stores the files of an image, and adds its row to these databases. */
async function addPicture(databases: Database[]): Promise<string[]> {
  const hash = randomBytes(8).toString('hex')
  const name = `picture-${hash}.webp`
  const keys = imageKeys(name, [320, 640, 900])
  for (const key of keys) await store(true, key)
  for (const database of databases) {
    await database.fork().execute(
      `insert into blog_image (name, source_sha256, widths, width, height, size, created_at)
       values (?, ?, '[320, 640, 900]', 900, 600, 6, now())`,
      [name, hash.padEnd(64, '0')],
    )
  }
  return keys
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
  test('keeps its files from another database, even after that one has taken its own orders', async () => {
    const keys = await addOrders(ours, 3)
    await sweep(ours)
    expect((await sweep(other)).strays).toBe(0)
    const theirs = await addOrders(other, 10)
    expect((await sweep(other)).strays).toBe(0)
    expect(await storedKeys()).toEqual([...keys, ...theirs].sort())
    const msg = expect.stringContaining("because the file storage is another shop's")
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { strays: 3, msg },
      { strays: 3, msg },
    ])
    expect(await readOwner(storage)).toBe(await readShopId(ours.fork()))
  })

  test.each([true, false])(
    'keeps them even if it has not swept yet itself (files of two days: %s)',
    async (isOld) => {
      const keys = await addOrders(ours, 3, isOld)
      expect((await sweep(other)).strays).toBe(0)
      expect(await readOwner(storage)).toBeNull()
      expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining('is not marked') }])
      await sweep(ours)
      expect(await storedKeys()).toEqual(keys)
      expect(await readOwner(storage)).toBe(await readShopId(ours.fork()))
    },
  )

  test('keeps them from another database with the same images', async () => {
    const keys = [...(await addOrders(ours, 3)), ...(await addPicture([ours, other]))].sort()
    expect((await sweep(other)).strays).toBe(0)
    expect(await readOwner(storage)).toBeNull()
    await sweep(ours)
    expect(await storedKeys()).toEqual(keys)
    expect(await readOwner(storage)).toBe(await readShopId(ours.fork()))
  })

  test('that has only images keeps them from a database without any', async () => {
    const keys = await addPicture([ours])
    expect((await sweep(other)).strays).toBe(0)
    expect((await storedKeys()).sort()).toEqual(keys.sort())
  })

  test('that was not recognized continues as the log says', async () => {
    const strays = [await store(), await store()].sort()
    expect((await sweep(ours)).strays).toBe(0)
    const [, shopId = '', key = ''] =
      /\(if it is this shop's, write (\S+) into its file (\S+)\)/.exec(String(lines[0]?.['msg'])) ?? []
    expect(await storedKeys()).toEqual(strays)
    await storage.write(key, Readable.from([Buffer.from(`${shopId}\n`)]), { maxBytes: 100 })
    expect((await sweep(ours)).strays).toBe(2)
  })

  test.each([
    { title: 'two uploads in progress', young: 2, old: 0, errors: 0 },
    { title: 'three uploads in progress', young: 3, old: 0, errors: 1 },
    { title: 'one upload in progress and an old file', young: 1, old: 1, errors: 1 },
  ])('that is new and sweeps first with $title logs $errors errors', async ({ young, old, errors }) => {
    for (let n = 0; n < young; n += 1) await store(false)
    for (let n = 0; n < old; n += 1) await store()
    expect((await sweep(ours)).strays).toBe(0)
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(errors)
    expect(await readOwner(storage)).toBe(errors === 0 ? await readShopId(ours.fork()) : null)
  })

  test('is swept even if there is no space for the mark', async () => {
    const keys = await addOrders(ours, 3)
    await store()
    const full: FileStorage = { ...storage, write: () => Promise.reject(new Error('no space left')) }
    expect((await sweepFiles({ database: ours, storage: full, log })).strays).toBe(1)
    expect(await storedKeys()).toEqual(keys)
    const msg = 'sweep: the file storage could not be marked as this shop’s'
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ msg }])
  })

  test('keeps its files if the mark was damaged, and writes a new mark if it was deleted', async () => {
    const keys = await addOrders(ours, 3)
    const stray = await store()
    await markOwner(storage, '')
    expect((await sweep(ours)).strays).toBe(0)
    expect(await storedKeys()).toEqual([...keys, stray].sort())
    await storage.remove(ownerKey)
    expect((await sweep(ours)).strays).toBe(1)
    expect(await storedKeys()).toEqual(keys)
  })

  test('has its unreferenced files swept, even if there are no others', async () => {
    await sweep(ours)
    await store()
    expect((await sweep(ours)).strays).toBe(1)
    expect(await storedKeys()).toEqual([])
    expect(lines.filter(({ level }) => level === 50)).toEqual([])
  })
})

test('a moved database leaves the files of a third shop to it', async () => {
  await markOwner(storage, 'a third')
  await claimStorage(ours.fork(), storage)
  expect(await readOwner(storage)).toBe('a third')
})

test('a shop restored elsewhere has a new id, sweeps there, and not in the original storage', async () => {
  const [shop, target] = [await placeWithOrders(), await emptyPlace()]
  const shopId = await withDatabase(shop, async (database) => {
    await sweepFiles({ database, storage: await openStorage(shop.config), log })
    return readShopId(database.fork())
  })
  expect(await readOwner(await openStorage(shop.config))).toBe(shopId)
  const { file } = await makeBackup(shop.config, { to: path.join(folder, 'shop.tar'), encrypt: false })
  const restored = await openStorage(target.config)
  // From a shop that was tried there and never had a file.
  await markOwner(restored, 'another')
  await restoreBackup(target.config, { from: file, log: silentLog })
  await withDatabase(target, async (database) => {
    expect(await sweepFiles({ database, storage: restored, log })).toMatchObject({ strays: 0, missing: [] })
    expect(lines.filter(({ level }) => level === 50)).toEqual([])
    const ownId = await readShopId(database.fork())
    expect(ownId).not.toBe(shopId)
    expect(await readOwner(restored)).toBe(ownId)
    // A test copy that was configured with the shop's bucket by mistake.
    await sweepFiles({ database, storage: await openStorage(shop.config), log })
    const msg = expect.stringContaining("the file storage is another shop's")
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ msg }])
  })
  await shop.remove()
  await target.remove()
})
