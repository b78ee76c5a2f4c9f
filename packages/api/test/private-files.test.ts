import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSource } from '../testing/run-source.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { newVisitor, placeOrder } from '../testing/visitor.ts'

/** The umask of most systems, under which a new file is readable by every account. */
const usualUmask = 'data:text/javascript,process.umask(0o022)'

let parent = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'priormark-private-'))
  env = { DATA_DIR: path.join(parent, 'data'), PAYMENTS: 'embedded' }
})
afterAll(() => rm(parent, { recursive: true }))

/** Runs a command to its end. Resolves with its output. */
async function run(command: string, args: string[], changed: Record<string, string> = {}): Promise<string> {
  const { out, err } = await runSource(`commands/${command}-command.ts`, args, { ...env, ...changed }, [
    usualUmask,
  ])
  return out + err
}

/** Returns what other accounts could read in a folder if they could enter it, with its mode. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(
    ['', ...names].map(async (name) => {
      const info = await lstat(path.join(folder, name))
      return (info.mode & 0o077) === 0 ? [] : [`${name} ${(info.mode & 0o777).toString(8)}`]
    }),
  )
  return found.flat()
}

describe('the data folder is readable only by its own user', () => {
  test('after a server created it and took an order', async () => {
    const server = await startServerProcess(env, { preload: usualUmask })
    await placeOrder(newVisitor(server))
    expect(await openToOthers(env['DATA_DIR'] ?? '')).toEqual([])
    await server.stop()
  })

  test('after administrators were listed, and after a backup was made and restored', async () => {
    await run('admin', ['list'])
    const backups = path.join(parent, 'backups')
    await mkdir(backups, { mode: 0o700 })
    await run('backup', ['--to', backups])
    const [backup = ''] = await readdir(backups)
    const restored = path.join(parent, 'restored')
    const output = await run('restore', ['--from', path.join(backups, backup)], {
      DATA_DIR: restored,
    })
    expect(output).toContain('Restored')
    for (const folder of [env['DATA_DIR'] ?? '', backups, restored])
      expect(await openToOthers(folder)).toEqual([])
  })

  test('after a server started with an open one, as older versions left it, and after the doctor looked', async () => {
    const dataDir = env['DATA_DIR'] ?? ''
    await chmod(dataDir, 0o755)
    await chmod(path.join(dataDir, 'files'), 0o755)
    await mkdir(path.join(dataDir, 'outbox'), { recursive: true })
    await chmod(path.join(dataDir, 'outbox'), 0o777)
    await writeFile(path.join(dataDir, 'stray'), 'a secret link', { mode: 0o644 })
    await chmod(path.join(dataDir, 'stray'), 0o644)
    expect(await run('doctor', [])).toContain(`Other users on this machine can read ${dataDir}.`)
    const server = await startServerProcess(env, { preload: usualUmask })
    await server.stop()
    expect(await openToOthers(dataDir)).toEqual([])
    expect(await run('doctor', [])).toContain(`${dataDir} is private to its user.`)
    expect(await openToOthers(dataDir)).toEqual([])
  })
})
