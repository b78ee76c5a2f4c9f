import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { moveToPostgres } from '../../src/backup/move-tables.ts'
import { checkArchive } from '../../src/backup/read-archive.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { ownerKey } from '../../src/storage/storage-owner.ts'
import { sweepFiles } from '../../src/storage/sweep-files.ts'
import {
  addLargeFile,
  emptyPlace,
  everythingIn,
  exists,
  filledPlace,
  placeWithOrders,
  withDatabase,
  type ShopPlace,
} from './backup-fixtures.ts'
import { testServerUrl } from '../../testing/database-server.ts'
import { silentLog as log } from '../../testing/silent-log.ts'
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import { newVisitor, placeOrder } from '../../testing/visitor.ts'

// The commands as separate processes: with a running server, with a full disk, and killed midway.

let shop: ShopPlace
let folder: string
let target: ShopPlace
let server: ServerProcess | undefined
beforeAll(async () => {
  shop = await placeWithOrders()
  await addLargeFile(shop, 50_000_000)
})
afterAll(() => shop?.remove())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
  target = await emptyPlace()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

function environment({ config }: ShopPlace): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  }
}

interface Command {
  /** Resolves with its output once it has exited. */
  ended: Promise<{ code: number | null; output: string }>
  kill(): void
}

/** Runs a command. @param roomBytes the largest file that it may write */
function run(name: 'backup' | 'restore', place: ShopPlace, args: string[], roomBytes?: number): Command {
  const file = path.resolve(import.meta.dirname, `../../src/commands/${name}-command.ts`)
  const limit = roomBytes === undefined ? '' : `ulimit -f ${Math.floor(roomBytes / 512)};`
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, file, ...args], {
    env: { PATH: process.env['PATH'], ...environment(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Waits while a command runs. @throws with its output if it exits first */
async function until(condition: () => Promise<boolean>, command?: Command): Promise<void> {
  const early = command?.ended.then(({ output }) => {
    throw new Error(`the command ended: ${output}`)
  })
  early?.catch(() => undefined)
  while (!(await condition())) await Promise.race([wait(5), early ?? wait(5)])
}

/** Kills a command midway. @returns false if it had already finished */
async function killMidway(command: Command, isMidway: () => Promise<boolean>): Promise<boolean> {
  await until(isMidway, command).catch(() => undefined)
  command.kill()
  const { code, output } = await command.ended
  if (code !== null && code !== 0) throw new Error(`the command failed: ${output}`)
  return code === null
}

/** Whether the place has a database that a server would use. */
async function isShop(place: ShopPlace): Promise<boolean> {
  if (place.config.databaseUrl === null) return exists(path.join(place.config.dataDir, 'database'))
  const orders = await withDatabase(place, (database) =>
    database.fork().execute('select id from orders limit 1'),
  )
  return orders.length > 0
}

describe('a backup of a running shop', () => {
  test('has every order from before its start completely, while customers continue to order', async () => {
    server = await startServerProcess(environment(shop))
    const { url } = server
    const acknowledged: string[] = []
    let isOver = false
    const customers = [1, 2, 3].map(async () => {
      // An address may upload 120 times an hour.
      while (!isOver && acknowledged.length < 100) acknowledged.push(await placeOrder(newVisitor({ url })))
    })
    await until(async () => acknowledged.length >= 5)
    const before = [...acknowledged]
    const { file, manifest } = await makeBackup(shop.config, { to: folder, encrypt: false })
    isOver = true
    await Promise.all(customers)
    expect(acknowledged.length).toBeGreaterThan(before.length)
    expect(manifest.problems).toEqual([])

    await restoreBackup(target.config, { from: file, log })
    const restored = await withDatabase(target, (database) =>
      database
        .fork()
        .execute<{ id: string; key: string; sha256: string }[]>(
          `select id, storage_key as key, file_sha256 as sha256 from orders where project_name = 'Notes on the Engine'`,
        ),
    )
    expect(restored.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    for (const { id } of restored) expect(acknowledged).toContain(id)
    const { files } = await everythingIn(target)
    for (const { key, sha256 } of restored) expect(files[key]).toBe(sha256)
    // The restored shop starts and sells.
    const other = await startServerProcess(environment(target))
    await placeOrder(newVisitor(other))
    expect(await other.stop()).toBe(0)
  })

  test.runIf(testServerUrl === null)(
    'requires access to the data folder to read the database of a running server',
    async () => {
      server = await startServerProcess(environment(shop))
      const endpointFile = path.join(shop.config.dataDir, 'backup-endpoint.json')
      const { port } = JSON.parse(await readFile(endpointFile, 'utf8'))
      for (const headers of [{}, { authorization: 'Bearer guess' }]) {
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers })
        expect(response.status).toBe(403)
        expect(await response.text()).toBe('')
      }
      await server.stop()
      expect(await exists(endpointFile)).toBe(false)
    },
  )
})

// Creating PGlite databases is slow, and each of these creates several.
describe('an interrupted command', { timeout: 900_000 }, () => {
  test('backup reports a full disk and leaves no partial file', async () => {
    const to = path.join(folder, 'full.tar')
    const { code, output } = await run('backup', shop, ['--to', to], 20_000_000).ended
    expect(output).toMatch(/^There is not enough disk space/)
    expect(code).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })

  test("backup killed midway leaves no file with a backup's name, and the next one works", async () => {
    const to = path.join(folder, 'killed.tar')
    const isBegun = async () => (await readdir(folder)).length > 0
    // A late kill finds a complete backup; the next one may be in time.
    while (!(await killMidway(run('backup', shop, ['--to', to]), isBegun)) || (await exists(to))) {
      expect((await checkArchive(createReadStream(to))).problems).toEqual([])
      await rm(to)
    }
    expect(await readdir(folder)).toEqual(['killed.tar.part'])
    const { code, output } = await run('backup', shop, ['--to', to]).ended
    expect(output).toMatch(/rows in \d+ tables and \d+ files/)
    expect(code).toBe(0)
    expect(await readdir(folder)).toEqual(['killed.tar'])
  })

  test('restore killed midway leaves no shop, and can be repeated', async () => {
    const { file } = await makeBackup(shop.config, { to: folder, encrypt: false })
    const before = await everythingIn(shop)
    // While the large file is written, tables exist and are empty.
    const isWriting = async () => {
      const names = await readdir(path.join(target.config.dataDir, 'files/tmp')).catch(() => [])
      return names.length > 0
    }
    // A late kill finds a complete shop; the next one may be in time.
    while (
      !(await killMidway(run('restore', target, ['--from', file]), isWriting)) ||
      (await isShop(target))
    ) {
      expect(await everythingIn(target)).toEqual(before)
      await target.remove()
      target = await emptyPlace()
    }
    const { code, output } = await run('restore', target, ['--from', file]).ended
    expect(output).toMatch(/^Restored and verified every row and file/)
    expect(code).toBe(0)
    expect(await everythingIn(target)).toEqual(before)
  })
})

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

  type Everything = Awaited<ReturnType<typeof everythingIn>>
  const merge = ({ tables, files }: Everything, other: Everything) => ({
    tables: { ...tables, ...other.tables },
    files: { ...files, ...other.files },
  })
  const moving = () => ({ ...old.config, databaseUrl: future.config.databaseUrl })

  test('moves every row, and a server continues with the same files, which no longer belong to the old database', async () => {
    const storage = await openStorage(old.config)
    const lines: object[] = []
    const errorLog = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const sweep = (place: ShopPlace) =>
      withDatabase(place, (database) => sweepFiles({ database, storage, log: errorLog }))
    const rowsOf = (place: ShopPlace) =>
      withDatabase(place, (database) =>
        database.fork().execute("select * from setting where name <> 'shop-id' order by name"),
      )
    await sweep(old)
    const movedPlace = { ...future, config: moving() }

    const before = await everythingIn(old)
    const tables = await moveToPostgres(moving(), { log })
    const after = await everythingIn(movedPlace)
    // Its id and the mark of its files differ.
    const own = { tables: { setting: '' }, files: { [ownerKey]: '' } }
    expect(after).not.toEqual(before)
    expect(merge(after, own)).toEqual(merge(before, own))
    expect(await rowsOf(movedPlace)).toEqual(await rowsOf(old))
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(before.tables))
    expect((await everythingIn(old)).tables).toEqual(before.tables)

    await sweep(movedPlace)
    expect(lines).toEqual([])
    await sweep(old)
    expect(lines).toMatchObject([{ msg: expect.stringContaining("the file storage is another shop's") }])
    const moved = await startServerProcess(environment(movedPlace))
    await placeOrder(newVisitor(moved))
    expect(await moved.stop()).toBe(0)
  })

  test('is rejected while a server uses the folder, and if the new database has a shop', async () => {
    const running = await startServerProcess(environment(old))
    await expect(moveToPostgres(moving(), { log })).rejects.toThrow(/in use by process \d+/)
    await running.stop()
    const moved = { ...old.config, databaseUrl: shop.config.databaseUrl }
    await expect(moveToPostgres(moved, { log })).rejects.toThrow(
      /The database is not empty. Nothing was changed/,
    )
  })
})
