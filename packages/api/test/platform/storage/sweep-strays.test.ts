import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { readShopId } from '../../../src/platform/storage/storage-owner.ts'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import { openTestDatabase } from '../../../testing/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

/** Sweeps a storage with this number of old files, which belongs to this shop, with a database that knows none of them. */
async function sweepStrays(count: number): Promise<{ removed: string[]; lines: object[] }> {
  const removed: string[] = []
  const lines: object[] = []
  const shopId = await readShopId(database.fork())
  const storage: FileStorage = {
    check: () => Promise.reject(new Error('not expected')),
    write: () => Promise.reject(new Error('not expected')),
    read: async () => ({ content: Readable.from([Buffer.from(shopId)]), bytes: shopId.length }),
    sweepTemporary: async () => 0,
    freeBytes: async () => null,
    list: async function* () {
      for (let n = 0; n < count; n++) yield { key: `00/${n}`, modifiedAt: new Date(0), bytes: 6 }
    },
    remove: async (key) => void removed.push(key),
  }
  await sweepFiles({
    database,
    storage,
    log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
  })
  return { removed, lines }
}

test('deletes a few files without a row', async () => {
  expect((await sweepStrays(20)).removed).toHaveLength(20)
})

test.each([21, 5_001])('if all of %i files have no row, deletes none and logs the reason', async (count) => {
  const { removed, lines } = await sweepStrays(count)
  expect(removed).toEqual([])
  const msg = expect.stringMatching(
    /^sweep: removed no files without a row in the database, because there are too many of them. Check/,
  )
  expect(lines).toMatchObject([{ level: 50, strays: count, msg }])
})
