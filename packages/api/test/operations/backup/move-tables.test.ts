import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveToPostgres } from '../../../src/operations/backup/move-tables.ts'
import { lockDataFolder } from '../../../src/operations/database/data-lock.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { ownerKey } from '../../../src/platform/storage/storage-owner.ts'
import { sweepFiles } from '../../../src/platform/storage/sweep-files.ts'
import {
  describeAll,
  emptyPlace,
  environment,
  everythingIn,
  filledPlace,
  withDatabase,
  type Everything,
  type ShopPlace,
} from './backup-fixtures.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { makeShopData } from '../../../testing/shop-data.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { newVisitor, placeOrder } from '../../../testing/visitor.ts'

const needsServer = 'requires a PostgreSQL server'

describe.runIf(testServerUrl !== null)(`moving to PostgreSQL (${needsServer})`, () => {
  let old: ShopPlace
  let future: ShopPlace
  beforeAll(async () => {
    old = await filledPlace('PGlite')
  })
  afterAll(() => old?.remove())
  beforeEach(async () => {
    future = await emptyPlace('PostgreSQL')
  })
  afterEach(() => future.remove())

  const merge = ({ tables, files }: Everything, other: Everything) => ({
    tables: { ...tables, ...other.tables },
    files: { ...files, ...other.files },
  })
  const moving = () => ({ ...old.config, databaseUrl: future.config.databaseUrl })

  test('moves every row, and a server continues with the same files, which no longer belong to the old database', async () => {
    const storage = await openStorage(old.config)
    const lines: object[] = []
    const errorLog = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const sweep = (database: Database) => sweepFiles({ database, storage, log: errorLog })
    const rowsOf = (database: Database) =>
      database.fork().execute("select * from setting where name <> 'shop-id' order by name")
    const movedPlace = { ...future, config: moving() }

    const before = await withDatabase(old, async (database) => {
      await sweep(database)
      return describeAll(old, database)
    })
    const tables = await moveToPostgres(moving(), { log })
    const after = await everythingIn(movedPlace)
    // Its id and the mark of its files differ.
    const own = { tables: { setting: '' }, files: { [ownerKey]: '' } }
    expect(after).not.toEqual(before)
    expect(merge(after, own)).toEqual(merge(before, own))
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(before.tables))

    const movedRows = await withDatabase(movedPlace, async (database) => {
      await sweep(database)
      return rowsOf(database)
    })
    expect(lines).toEqual([])
    await withDatabase(old, async (database) => {
      expect((await describeAll(old, database)).tables).toEqual(before.tables)
      expect(movedRows).toEqual(await rowsOf(database))
      await sweep(database)
    })
    expect(lines).toMatchObject([{ msg: expect.stringContaining("the file storage is another shop's") }])
    const moved = await startServerProcess(environment(movedPlace))
    await placeOrder(newVisitor(moved))
    expect(await moved.stop()).toBe(0)
  })

  test('is rejected while a server uses the folder, and if the new database has a shop', async () => {
    const lock = await lockDataFolder(old.config.dataDir)
    await expect(moveToPostgres(moving(), { log })).rejects.toThrow(/in use by process \d+/)
    await lock.release()
    const { env, remove } = await makeShopData()
    await expect(
      moveToPostgres({ ...old.config, databaseUrl: env['DATABASE_URL'] ?? null }, { log }),
    ).rejects.toThrow(/The database is not empty. Nothing was changed/)
    await remove()
  })
})
