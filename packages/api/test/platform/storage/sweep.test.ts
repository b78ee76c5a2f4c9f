import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Order } from '../../../src/order-book/order-entity.ts'
import { sweepRetention, sweepUploads } from '../../../src/orders/uploads/file-retention.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { ownerKey } from '../../../src/platform/storage/storage-owner.ts'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import { Upload } from '../../../src/orders/uploads/upload-entity.ts'
import { fingerprint } from '../../../testing/builders/order.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { eventDetails, newOrder, readOrder } from '../../../testing/mail-fixtures.ts'

const hourMs = 60 * 60 * 1000
const unpaidFileHours = 24

let database: Database
let folder: string
let storage: FileStorage
let lines: Record<string, unknown>[]
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })

beforeEach(async () => {
  lines = []
  database = await openTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'sweep-'))
  storage = await openDiskStorage(folder)
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * hourMs)
}

async function storeFile(ageHours = 0): Promise<string> {
  const id = randomUUID()
  const key = `${id.slice(0, 2)}/${id}`
  await storage.write(key, Readable.from([Buffer.from('a work')]), { maxBytes: 100 })
  await utimes(path.join(folder, key), hoursAgo(ageHours), hoursAgo(ageHours))
  return key
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) if (key !== ownerKey) keys.push(key)
  return keys.toSorted()
}

async function addUpload(ageHours: number, storageKey: string): Promise<string> {
  const em = database.fork()
  const id = randomUUID()
  em.create(Upload, {
    id,
    visitorId: randomUUID(),
    fileName: 'song.wav',
    fileSize: 6,
    sha256: fingerprint,
    sha3: fingerprint,
    storageKey,
    createdAt: hoursAgo(ageHours),
  })
  await em.flush()
  return id
}

async function uploadIds(): Promise<string[]> {
  return (await database.fork().find(Upload, {}, { orderBy: { createdAt: 'asc' } })).map(({ id }) => id)
}

async function addOrder(storageKey: string, completedHoursAgo: number | null = null): Promise<string> {
  const em = database.fork()
  const order = newOrder(em, { storageKey })
  if (completedHoursAgo !== null) {
    order.status = 'completed'
    order.completedAt = hoursAgo(completedHoursAgo)
  }
  await em.flush()
  return order.id
}

/** Sweeps the files of orders that are completed for `fileRetentionDays`. */
function sweepOrders(fileRetentionDays: number, from = storage): Promise<number> {
  return sweepRetention({ database, storage: from, log, fileRetentionDays, unpaidFileHours })
}

/** Returns the storage with one file that cannot be deleted. */
function holding(stuckKey: string): FileStorage {
  return {
    ...storage,
    remove: async (key) => {
      if (key === stuckKey) throw new Error('the disk says no')
      await storage.remove(key)
    },
  }
}

describe('uploads that never became an order', () => {
  test('are deleted after 24 hours, file and row, and younger ones stay', async () => {
    await addUpload(24.1, await storeFile())
    const youngKey = await storeFile()
    const young = await addUpload(23.9, youngKey)
    expect(await sweepUploads({ database, storage, log, unpaidFileHours })).toBe(1)
    expect(await uploadIds()).toEqual([young])
    expect(await storedKeys()).toEqual([youngKey])
    expect(lines).toMatchObject([{ removed: 1, msg: 'sweep: removed abandoned uploads' }])
    expect(await sweepUploads({ database, storage, log, unpaidFileHours })).toBe(0)
    expect(lines).toHaveLength(1)
  })

  test('are deleted even if the file is already missing', async () => {
    await addUpload(25, '00/never-there')
    expect(await sweepUploads({ database, storage, log, unpaidFileHours })).toBe(1)
    expect(await uploadIds()).toEqual([])
  })

  test('keep their row if the file cannot be deleted, and do not stop the others', async () => {
    const stuckKey = await storeFile()
    const stuck = await addUpload(30, stuckKey)
    await addUpload(25, await storeFile())
    expect(await sweepUploads({ database, storage: holding(stuckKey), log, unpaidFileHours })).toBe(1)
    expect(await uploadIds()).toEqual([stuck])
    expect(await storedKeys()).toEqual([stuckKey])
    expect(lines).toMatchObject([{ id: stuck, level: 50 }, { removed: 1 }])
  })

  test('are counted once if two sweeps run at the same time', async () => {
    for (const age of [25, 26, 27]) await addUpload(age, await storeFile())
    const counts = await Promise.all(
      [1, 2].map(() => sweepUploads({ database, storage, log, unpaidFileHours })),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })
})

describe('the files of completed orders', () => {
  test('are deleted after the retention period, with a timeline event', async () => {
    const due = await addOrder(await storeFile(), 30 * 24 + 1)
    const remainingKeys = [await storeFile(), await storeFile()]
    const [recent, unfinished] = [
      await addOrder(remainingKeys[0] ?? '', 30 * 24 - 1),
      await addOrder(remainingKeys[1] ?? ''),
    ]
    expect(await sweepOrders(30)).toBe(1)
    expect((await readOrder(database, due)).storageKey).toBeNull()
    expect(await eventDetails(database, due, 'file_removed')).toEqual(['Kept for 30 days after completion'])
    expect((await readOrder(database, recent)).storageKey).toBe(remainingKeys[0])
    expect((await readOrder(database, unfinished)).storageKey).toBe(remainingKeys[1])
    expect(await storedKeys()).toEqual(remainingKeys.toSorted())
    expect(lines).toMatchObject([
      { removed: 1, msg: 'sweep: removed files of completed, unpaid and stopped orders' },
    ])

    expect(await sweepOrders(30)).toBe(0)
    expect(await eventDetails(database, due, 'file_removed')).toHaveLength(1)
  })

  test('are also deleted if the order was not paid in that time, was refunded or is lost in a dispute, but not while a payment, a dispute or the fulfillment is pending', async () => {
    const change = async (id: string, values: Partial<Order>) => {
      const em = database.fork()
      Object.assign(await em.findOneOrFail(Order, id), values)
      await em.flush()
      return id
    }
    const unpaid = await change(await addOrder(await storeFile()), {
      updatedAt: hoursAgo(unpaidFileHours + 0.1),
      uploadNetwork: '192.0.2.0/24',
    })
    const back: Partial<Order> = { status: 'paid', paymentState: 'refunded' }
    const longAgo = { ...back, updatedAt: hoursAgo(30 * 24 + 1) }
    const refunded = await change(await addOrder(await storeFile()), longAgo)
    const disputed = (status: string): Partial<Order> => ({
      ...longAgo,
      paymentState: 'disputed',
      dispute: { reason: 'fraudulent', status, respondBy: null },
    })
    const lost = await change(await addOrder(await storeFile()), disputed('lost'))
    const remainingKeys: string[] = []
    for (let n = 0; n < 6; n += 1) remainingKeys.push(await storeFile())
    const isOld: Partial<Order> = { createdAt: hoursAgo(31 * 24), updatedAt: hoursAgo(31 * 24) }
    await change(await addOrder(remainingKeys[0] ?? ''), { ...isOld, paymentState: 'processing' })
    await change(await addOrder(remainingKeys[1] ?? ''), { ...isOld, status: 'paid', paymentState: 'paid' })
    await change(await addOrder(remainingKeys[2] ?? ''), { ...back, createdAt: hoursAgo(31 * 24) })
    await change(await addOrder(remainingKeys[3] ?? ''), {
      createdAt: hoursAgo(31 * 24),
      updatedAt: hoursAgo(unpaidFileHours - 0.1),
    })
    await change(await addOrder(remainingKeys[4] ?? ''), disputed('under_review'))
    const lately = { ...disputed('lost'), createdAt: hoursAgo(31 * 24), updatedAt: new Date() }
    await change(await addOrder(remainingKeys[5] ?? ''), lately)
    expect(await sweepOrders(30)).toBe(3)
    expect(await eventDetails(database, refunded, 'file_removed')).toEqual([
      'Kept for 30 days after the refund',
    ])
    expect(await eventDetails(database, lost, 'file_removed')).toEqual([
      'Kept for 30 days after the lost dispute',
    ])
    expect(await storedKeys()).toEqual(remainingKeys.toSorted())
    expect(await eventDetails(database, unpaid, 'file_removed')).toEqual([
      'Kept for 24 hours after the last activity, unpaid',
    ])
    expect((await readOrder(database, unpaid)).uploadNetwork).toBeNull()
  })

  test('are marked as deleted even if the file is already missing', async () => {
    const id = await addOrder('00/never-there', 48)
    expect(await sweepOrders(1)).toBe(1)
    expect((await readOrder(database, id)).storageKey).toBeNull()
  })

  test('stay with their order if the disk cannot delete them', async () => {
    const stuckKey = await storeFile()
    const id = await addOrder(stuckKey, 48)
    expect(await sweepOrders(1, holding(stuckKey))).toBe(0)
    expect((await readOrder(database, id)).storageKey).toBe(stuckKey)
    expect(await eventDetails(database, id, 'file_removed')).toEqual([])
  })
})

describe('files and rows', () => {
  test('agree afterwards: old files without a row are deleted, everything else stays', async () => {
    const ofOrder = await storeFile(48)
    const ofUpload = await storeFile(48)
    const justWritten = await storeFile(0)
    await storeFile(25)
    await addOrder(ofOrder)
    await addUpload(1, ofUpload)
    const swept = await sweepFiles({ database, storage, log })
    expect(swept).toEqual({ temporary: 0, strays: 1, missing: [] })
    expect(await storedKeys()).toEqual([ofOrder, ofUpload, justWritten].toSorted())
    expect(lines).toMatchObject([{ removed: 1, msg: 'sweep: removed files without a row in the database' }])
  })

  test('that are incomplete are deleted after 24 hours', async () => {
    await mkdir(path.join(folder, 'tmp'), { recursive: true })
    for (const [name, age] of [
      ['old', 25],
      ['young', 1],
    ] as const) {
      const file = path.join(folder, 'tmp', name)
      await writeFile(file, 'half a w')
      await utimes(file, hoursAgo(age), hoursAgo(age))
    }
    expect(await sweepFiles({ database, storage, log })).toMatchObject({ temporary: 1 })
  })

  test('rows whose file is missing are reported and not changed', async () => {
    const order = await addOrder('00/lost')
    const upload = await addUpload(1, '00/lost-too')
    await addOrder(await storeFile())
    const { missing } = await sweepFiles({ database, storage, log })
    expect(missing.toSorted()).toEqual([order, upload].toSorted())
    expect(lines).toMatchObject([{ level: 50, missing: 2 }])
    expect((await readOrder(database, order)).storageKey).toBe('00/lost')
  })

  test('a file that is added or deleted with its row during the sweep is not reported', async () => {
    const leaving = await storeFile()
    const leavingOrder = await addOrder(leaving)
    const busy: FileStorage = {
      ...storage,
      list: async function* () {
        yield* []
        await addOrder(await storeFile())
      },
      read: async (key) => {
        if (key === leaving) {
          await storage.remove(key)
          await database.fork().execute('update orders set storage_key = null where id = ?', [leavingOrder])
        }
        return storage.read(key)
      },
    }
    expect((await sweepFiles({ database, storage: busy, log })).missing).toEqual([])
  })

  test('an unreferenced file that disappears during the sweep is ignored', async () => {
    // From now on the storage belongs to this shop.
    await sweepFiles({ database, storage, log })
    const key = await storeFile(25)
    const vanishing: FileStorage = {
      ...storage,
      list: async function* () {
        yield { key, modifiedAt: hoursAgo(25), bytes: 6 }
        await storage.remove(key)
      },
    }
    expect(await sweepFiles({ database, storage: vanishing, log })).toMatchObject({ missing: [] })
    expect(lines.filter(({ level }) => level === 50)).toEqual([])
  })
})
