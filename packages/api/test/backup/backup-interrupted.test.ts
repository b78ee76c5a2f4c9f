import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { checkArchive } from '../../src/backup/read-archive.ts'
import {
  addLargeFile,
  emptyPlace,
  environment,
  everythingIn,
  exists,
  placeWithOrders,
  withDatabase,
  type ShopPlace,
} from './backup-fixtures.ts'

// The commands as separate processes, with a full disk and killed midway.

let shop: ShopPlace
let folder: string
let target: ShopPlace

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
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

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
async function until(condition: () => Promise<boolean>, command: Command): Promise<void> {
  const early = command.ended.then(({ output }) => {
    throw new Error(`the command ended: ${output}`)
  })
  early.catch(() => undefined)
  while (!(await condition())) await Promise.race([wait(5), early])
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
