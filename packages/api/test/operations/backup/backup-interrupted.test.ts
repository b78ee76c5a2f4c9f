import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
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

const dieAtRenameModule = new URL('../../../testing/processes/die-at-rename.ts', import.meta.url).href

let shop: ShopPlace
let folder: string
let target: ShopPlace

beforeAll(async () => {
  shop = await placeWithOrders()
  await addLargeFile(shop, 10_000_000)
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

interface Limits {
  /** The size in bytes of the largest file that the command may write. */
  roomBytes?: number
  /** Part of the path of the file at whose renaming the command is killed. */
  dieAtRename?: string
}

/** Runs a command to its end. Resolves with its output, and a null code if it was killed. */
async function run(
  name: 'backup' | 'restore',
  place: ShopPlace,
  args: string[],
  { roomBytes, dieAtRename }: Limits = {},
): Promise<{ code: number | null; output: string }> {
  const file = path.resolve(import.meta.dirname, `../../../src/operations/commands/${name}-command.ts`)
  const limit = roomBytes === undefined ? '' : `ulimit -f ${Math.floor(roomBytes / 512)};`
  const killer = dieAtRename === undefined ? [] : ['--import', dieAtRenameModule]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, ...killer, file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DIE_AT_RENAME: dieAtRename, ...environment(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

/** Whether the place has a database that a server would use. */
async function isShop(place: ShopPlace): Promise<boolean> {
  if (place.config.databaseUrl === null) return exists(path.join(place.config.dataDir, 'database'))
  const orders = await withDatabase(place, (database) =>
    database.fork().execute('select id from orders limit 1'),
  )
  return orders.length > 0
}

test('backup reports a full disk and leaves no partial file', async () => {
  const to = path.join(folder, 'full.tar')
  const { code, output } = await run('backup', shop, ['--to', to], { roomBytes: 4_000_000 })
  expect(output).toMatch(/^There is not enough disk space/)
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test("backup killed midway leaves no file with a backup's name, and the next one works", async () => {
  const to = path.join(folder, 'killed.tar')
  expect(await run('backup', shop, ['--to', to], { dieAtRename: '.part' })).toMatchObject({ code: null })
  expect(await readdir(folder)).toEqual(['killed.tar.part'])
  const { code, output } = await run('backup', shop, ['--to', to])
  expect(output).toMatch(/rows in \d+ tables and \d+ files? \(/)
  expect(code).toBe(0)
  expect(await readdir(folder)).toEqual(['killed.tar'])
})

test('restore killed midway leaves no shop, and can be repeated', async () => {
  const { file } = await makeBackup(shop.config, { to: folder, encrypt: false })
  const before = await everythingIn(shop)
  const killed = await run('restore', target, ['--from', file], { dieAtRename: path.join('files', 'tmp') })
  expect(killed.code).toBeNull()
  expect(await isShop(target)).toBe(false)
  const { code, output } = await run('restore', target, ['--from', file])
  expect(output).toMatch(/^Restored and verified every row and file/)
  expect(code).toBe(0)
  expect(await everythingIn(target)).toEqual(before)
})
