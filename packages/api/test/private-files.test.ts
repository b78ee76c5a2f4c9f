import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cases, depth } from '@priormark/core/testing/depth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../src/operations/backup/make-backup.ts'
import { readConfig } from '../src/operations/config/env.ts'
import { runChecks } from '../src/operations/doctor/run-checks.ts'
import { runSource } from '../testing/run-source.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { makeShopData, type ShopData } from '../testing/shop-data.ts'
import { newVisitor, placeOrder } from '../testing/visitor.ts'
import { emptyPlace, environment, placeOf } from './operations/backup/backup-fixtures.ts'

/** The umask of most systems, under which a new file is readable by every account. */
const usualUmask = 'data:text/javascript,process.umask(0o022)'

let parent = ''
let backups = ''
let shop: ShopData
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'priormark-private-'))
  backups = path.join(parent, 'backups')
  await mkdir(backups, { mode: 0o700 })
  shop = await makeShopData()
})
afterAll(async () => {
  await shop.remove()
  await rm(parent, { recursive: true })
})

/** Runs a command to its end. Resolves with its output. */
async function run(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const { out, err } = await runSource(`operations/commands/${command}-command.ts`, args, env, [usualUmask])
  return out + err
}

/** Returns what the doctor says about a data folder. */
async function doctorOn(dataDir: string): Promise<string> {
  const messages: string[] = []
  const config = readConfig({ DATA_DIR: dataDir, PAYMENTS: 'embedded' })
  for await (const { results } of runChecks(config, { backups: null, readOpening: async () => null }))
    messages.push(...results.map(({ message }) => message))
  return messages.join('\n')
}

/** Returns what other accounts could read in a folder if they could enter it, with its mode. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const modes = await Promise.all(
    ['', ...names].map(async (name) => {
      const info = await lstat(path.join(folder, name))
      return (info.mode & 0o077) === 0 ? [] : [`${name} ${(info.mode & 0o777).toString(8)}`]
    }),
  )
  return modes.flat()
}

// A process each would take longer than all other tests here.
test.each([
  'main.ts',
  ...['admin', 'backup', 'doctor', 'move', 'restore'].map((name) => `operations/commands/${name}-command.ts`),
])('%s sets the modes of new files before it loads anything else', async (file) => {
  const source = await readFile(path.join(import.meta.dirname, '../src', file), 'utf8')
  expect(source).toMatch(/^import '(?:\.\.?\/)+platform\/config\/umask\.ts'\n/)
})

describe('the data folder is readable only by its own user', () => {
  test('after a first start created a database in it, and after that was backed up', async () => {
    // A copy keeps the modes.
    const { dataDir, env, remove } = await makeShopData('PGlite')
    expect(await readdir(dataDir)).toEqual(['database'])
    expect(await openToOthers(dataDir)).toEqual([])
    await run('backup', ['--to', backups], env)
    expect(await readdir(backups)).toHaveLength(1)
    for (const folder of [dataDir, backups]) expect(await openToOthers(folder)).toEqual([])
    await remove()
  })

  test.runIf(depth === 'deep')(
    'after a server created it and took an order (only deep: the other tests do it in two parts)',
    async () => {
      const dataDir = path.join(parent, 'data')
      const server = await startServerProcess({ DATA_DIR: dataDir }, { preload: usualUmask })
      await placeOrder(newVisitor(server))
      expect(await openToOthers(dataDir)).toEqual([])
      await server.stop()
    },
  )

  test('after a server started with an open one, as older versions left it, and took an order', async () => {
    const { dataDir, env } = shop
    await chmod(dataDir, 0o755)
    await mkdir(path.join(dataDir, 'files'), { recursive: true })
    await chmod(path.join(dataDir, 'files'), 0o755)
    await mkdir(path.join(dataDir, 'outbox'), { recursive: true })
    await chmod(path.join(dataDir, 'outbox'), 0o777)
    await writeFile(path.join(dataDir, 'stray'), 'a secret link', { mode: 0o644 })
    await chmod(path.join(dataDir, 'stray'), 0o644)
    expect(await doctorOn(dataDir)).toContain(`Other users on this machine can read ${dataDir}.`)
    const server = await startServerProcess(env, { preload: usualUmask })
    await placeOrder(newVisitor(server))
    expect(await openToOthers(dataDir)).toEqual([])
    await server.stop()
    expect(await openToOthers(dataDir)).toEqual([])
    expect(await doctorOn(dataDir)).toContain(`${dataDir} is private to its user.`)
    expect(await openToOthers(dataDir)).toEqual([])
  })

  test('after a backup was restored', async () => {
    // Creating a database in the folder takes seconds.
    const target = await emptyPlace(cases({ normal: undefined, deep: 'PGlite' }))
    const env = { ...environment(target), DATA_DIR: path.join(parent, 'restored') }
    const { file } = await makeBackup(placeOf(shop).config, { to: backups, encrypt: false })
    expect(await run('restore', ['--from', file], env)).toContain('Restored')
    expect(await openToOthers(env.DATA_DIR)).toEqual([])
    await target.remove()
  })
})
