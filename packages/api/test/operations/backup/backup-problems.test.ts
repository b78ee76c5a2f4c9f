import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeBackup, openSource } from '../../../src/operations/backup/make-backup.ts'
import { packArchive } from '../../../src/operations/backup/pack-archive.ts'
import { checkArchive } from '../../../src/operations/backup/read-archive.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { lockDataFolder } from '../../../src/operations/database/data-lock.ts'
import { sha256Hex } from '../../../src/platform/sha256.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { emptyPlace, everythingIn, placeWithOrders, withDatabase, type ShopPlace } from './backup-fixtures.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'

let folder: string
let target: ShopPlace
const shop = await placeWithOrders()
afterAll(() => shop.remove())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
  target = await emptyPlace()
})
afterEach(async () => {
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

const plain = { encrypt: false }
const refused = (from: string) => restoreBackup(target.config, { from, log })

describe('a backup', () => {
  test('can be read by other programs: a tar with rows as lines of JSON', async () => {
    const { file, manifest } = await makeBackup(shop.config, { to: folder, ...plain })
    const names = execFileSync('tar', ['tf', file], { encoding: 'utf8' }).trim().split('\n')
    expect(names).toHaveLength(manifest.tables.length + manifest.files.length + 2)
    const price = execFileSync('sh', ['-c', 'tar xOf "$0" database/service_price.ndjson.gz | gunzip', file], {
      encoding: 'utf8',
    })
    expect(JSON.parse(price)).toEqual(['1', expect.stringMatching(/^\d+$/), expect.stringContaining('+00')])
  })

  test.runIf(testServerUrl === null)(
    'frees the data folder before files are copied (PGlite only)',
    async () => {
      const { content, close } = await openSource(shop.config)
      try {
        const lock = await lockDataFolder(shop.config.dataDir)
        const manifest = await checkArchive(content)
        expect(manifest).toMatchObject({ gone: [], problems: [] })
        expect(manifest.files.length).toBeGreaterThan(0)
        await lock.release()
      } finally {
        await close()
      }
    },
  )

  test('does not overwrite another backup', async () => {
    const file = path.join(folder, 'mine.tar')
    await writeFile(file, 'something else')
    await expect(makeBackup(shop.config, { to: file, ...plain })).rejects.toThrow(`${file} already exists.`)
    expect(await readFile(file, 'utf8')).toBe('something else')
  })

  test('leaves neither a database nor a lock in a data folder whose database fails to close', async () => {
    const { file } = await makeBackup(shop.config, { to: folder, ...plain })
    const copy = await emptyPlace('PGlite')
    const { dataDir } = copy.config
    const failing = vi.spyOn(PGlite.prototype, 'close').mockRejectedValue(new Error('the disk is full'))
    await expect(restoreBackup(copy.config, { from: file, log })).rejects.toThrow('the disk is full')
    failing.mockRestore()
    expect(await readdir(dataDir)).not.toContain('database.part')
    await (await lockDataFolder(dataDir)).release()
    await copy.remove()
  })

  test('reports missing and damaged files, and contains everything else', async () => {
    const copy = await emptyPlace()
    const { file } = await makeBackup(shop.config, { to: folder, ...plain })
    await restoreBackup(copy.config, { from: file, log })
    const [missing, damaged] = await withDatabase(copy, (database) =>
      database
        .fork()
        .execute<{ id: string; key: string }[]>(
          'select id, storage_key as key from orders where storage_key is not null order by id limit 2',
        ),
    )
    const storage = await openStorage(copy.config)
    await storage.remove(missing?.key ?? '')
    await storage.write(damaged?.key ?? '', Readable.from([Buffer.from('rot')]), { maxBytes: 10 })
    const second = await makeBackup(copy.config, { to: path.join(folder, 'second.tar'), ...plain })
    expect(second.manifest.problems.sort()).toEqual(
      [
        `Order ${missing?.id}: its file is missing.`,
        `Order ${damaged?.id}: its file is damaged. The backup contains it unchanged.`,
      ].sort(),
    )
    await restoreBackup(target.config, { from: second.file, log })
    expect(await everythingIn(target)).toEqual(await everythingIn(copy))
    await copy.remove()
  })

  test.runIf(testServerUrl !== null).each([
    {
      title: 'a read-only database',
      setting: 'default_transaction_read_only = on',
    },
    { title: 'a read-only role', setting: 'role = pg_read_all_data' },
  ])(
    'can be made from $title, even if a file is missing (needs a PostgreSQL server)',
    async ({ setting }) => {
      const { file } = await makeBackup(shop.config, { to: folder, ...plain })
      await restoreBackup(target.config, { from: file, log })
      const [order] = await withDatabase(target, async (database) => {
        const em = database.fork()
        await em.execute(
          `alter database ${new URL(target.config.databaseUrl ?? '').pathname.slice(1)} set ${setting}`,
        )
        return em.execute<{ id: string; key: string }[]>(
          'select id, storage_key as key from orders where storage_key is not null limit 1',
        )
      })
      const writing = withDatabase(target, (database) => database.fork().execute('delete from upload'))
      await expect(writing).rejects.toThrow(/read-only|permission denied/)
      await (await openStorage(target.config)).remove(order?.key ?? '')
      const { manifest } = await makeBackup(target.config, { to: path.join(folder, 'second.tar'), ...plain })
      expect(manifest.problems).toEqual([`Order ${order?.id}: its file is missing.`])
      expect(manifest.gone).toEqual([])
    },
  )

  test('records a file that is deleted during the backup, and its restored row says so', async () => {
    const copy = await emptyPlace()
    const { file } = await makeBackup(shop.config, { to: folder, ...plain })
    await restoreBackup(copy.config, { from: file, log })
    const storage = await openStorage(copy.config)
    const { id, archive } = await withDatabase(copy, async (database) => {
      const [last] = await database
        .fork()
        .execute<{ id: string; key: string }[]>(
          'select id, storage_key as key from orders where storage_key is not null order by storage_key desc limit 1',
        )
      const removing = {
        ...storage,
        async read(key: string) {
          // Like the retention job, before the backup reaches the last file.
          await storage.remove(last?.key ?? '')
          await database.fork().execute('update orders set storage_key = null where id = ?', [last?.id])
          return storage.read(key)
        },
      }
      const content = await packArchive({ database, storage: removing, dataDir: copy.config.dataDir })
      return { id: last?.id, archive: Buffer.concat(await content.toArray()) }
    })
    const from = path.join(folder, 'second.tar')
    await writeFile(from, archive)
    const manifest = await restoreBackup(target.config, { from, log })
    expect(manifest.gone).toHaveLength(1)
    expect(manifest.problems).toEqual([])
    const [row] = await withDatabase(target, (database) =>
      database
        .fork()
        .execute<{ key: string | null }[]>('select storage_key as key from orders where id = ?', [id]),
    )
    expect(row?.key).toBeNull()
    await copy.remove()
  })
})

describe('a restore', () => {
  test('reports a backup from a newer release', async () => {
    const { file, manifest } = await makeBackup(shop.config, { to: folder, ...plain })
    const before = JSON.stringify(manifest)
    const last = manifest.migrations.at(-1) ?? ''
    const newer = before.replace(last, last.replace(/.$/, '#'))
    const changed = await readFile(file)
    changed.write(newer, changed.indexOf(before))
    changed.write(sha256Hex(Buffer.from(newer)), changed.lastIndexOf('  manifest.json') - 64)
    await writeFile(file, changed)
    await expect(refused(file)).rejects.toThrow(
      /from a newer release: this one does not have its migration Migration/,
    )
  })

  test('reports a file that is not a backup', async () => {
    const file = path.join(folder, 'x.tar')
    await expect(refused(file)).rejects.toThrow(`There is no backup at ${file}.`)
    await writeFile(file, 'not a tar at all'.repeat(100))
    await expect(refused(file)).rejects.toThrow(/^The backup is damaged or truncated/)
  })
})
