import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@priormark/core/platform/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextOrderNumber } from '../../../src/order-book/order-entity.ts'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { packArchive } from '../../../src/operations/backup/pack-archive.ts'
import { checkArchive } from '../../../src/operations/backup/read-archive.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { emptyPlace, everythingIn, filledPlace, withDatabase, type ShopPlace } from './backup-fixtures.ts'
import { untilStatementWaits } from '../../../testing/blocked-statement.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'

let shop: ShopPlace
let folder: string
let file: string
let target: ShopPlace
beforeAll(async () => {
  shop = await filledPlace()
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
  target = await emptyPlace()
  file = (await makeBackup(shop.config, { to: folder, encrypt: false })).file
  await restoreBackup(target.config, { from: file, log })
})
afterAll(async () => {
  await shop?.remove()
  await target?.remove()
  await rm(folder, { recursive: true, force: true })
})

const refused = (to: ShopPlace) => restoreBackup(to.config, { from: file, log })

describe('a restored backup', () => {
  test('restores every row of every table, every file, and unfinished jobs', async () => {
    const { problems } = await checkArchive(createReadStream(file))
    expect(problems).toEqual([])
    const before = await everythingIn(shop)
    expect(await everythingIn(target)).toEqual(before)
    // Schedules may have queued others.
    const mails = await withDatabase(target, (database) =>
      database.fork().execute("select state, data from pgboss.job where name = 'send-mail'"),
    )
    expect(mails).toEqual([{ state: 'created', data: { mailId: 'not sent yet' } }])
    expect(Object.keys(before.files).length).toBeGreaterThan(40)
    expect(await readdir(target.config.dataDir)).not.toContain('database.part')
  })

  test('is rejected by a place that is not empty', async () => {
    const before = await everythingIn(target)
    await expect(refused(target)).rejects.toThrow(/Nothing was changed/)
    const emptyDatabase = await emptyPlace()
    const storage = await openStorage(emptyDatabase.config)
    await storage.write('ab/a-stranger', Readable.from([Buffer.from('x')]), { maxBytes: 10 })
    await expect(refused(emptyDatabase)).rejects.toThrow('it contains ab/a-stranger. Nothing was changed')
    await emptyDatabase.remove()
    expect(await everythingIn(target)).toEqual(before)
  })

  // The last one, because it changes the restored shop.
  test('continues sequences after the last number, and restores the foreign keys', async () => {
    await withDatabase(target, async (database) => {
      const em = database.fork()
      const [last] = await em.execute<{ number: number }[]>('select max(number)::int as number from orders')
      // The shop may have sold more since the backup, and those customers have receipts with the next numbers.
      expect(await nextOrderNumber(em)).toBeGreaterThan((last?.number ?? 0) + 10_000)
      await em.execute(
        "insert into blog_topic (kind, name, name_key, slug) values ('tag', 'New', 'new', 'new')",
      )
      await expect(
        em.execute(
          "insert into order_event (id, order_id, at, kind, actor) values (gen_random_uuid(), gen_random_uuid(), now(), 'note', 'x')",
        ),
      ).rejects.toThrow(/foreign key/)
    })
  })
})

describe('a file that is being deleted when a backup reaches it', () => {
  test('is recorded as deleted: its row is read after the deletion releases its lock', async () => {
    const { archive, key } = await withDatabase(shop, async (database) => {
      const storage = await openStorage(shop.config)
      const [order] = await database
        .fork()
        .execute<{ id: string; key: string }[]>(
          'select id, storage_key as key from orders where storage_key is not null order by id desc limit 1',
        )
      let retention: Promise<unknown> = Promise.resolve()
      const removing: FileStorage = {
        ...storage,
        async read(asked, ...rest) {
          if (asked !== order?.key) return storage.read(asked, ...rest)
          await new Promise<void>((removed) => {
            retention = database.fork().transactional(async (em) => {
              await em.execute('update orders set storage_key = null where id = ?', [order.id])
              removed()
              // Ends once the backup waits for the row.
              await untilStatementWaits(database)
            })
          })
          throw new AppError('not_found', 'The file no longer exists')
        },
      }
      const content = await packArchive({ database, storage: removing, dataDir: shop.config.dataDir })
      const bytes = Buffer.concat(await content.toArray())
      await retention
      await database.fork().execute('update orders set storage_key = ? where id = ?', [order?.key, order?.id])
      return { archive: bytes, key: order?.key }
    })
    const manifest = await checkArchive(Readable.from([archive]))
    expect(manifest.gone).toEqual([key])
    expect(manifest.problems).toEqual([])
  })
})
