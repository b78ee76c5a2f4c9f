import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cases } from '@priormark/core/testing/depth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from '../../../src/operations/database/data-lock.ts'
import { openDatabase } from '../../../src/operations/database/open-database.ts'

const taker = path.resolve(import.meta.dirname, './data-lock-taker.ts')

let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-lock-'))
  children = []
})
afterEach(async () => {
  await killAll()
  await rm(folder, { recursive: true })
})

async function killAll(): Promise<void> {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    }),
  )
}

/** Lets this number of processes lock the folder at the same time. Returns their output. */
async function takeAtOnce(count: number): Promise<string[]> {
  const takers = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [taker, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    child.stdout.setEncoding('utf8')
    return child
  })
  await Promise.all(takers.map(({ stdout }) => once(stdout, 'data')))
  const said = takers.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]))
  const at = String(Date.now() + 20)
  for (const { stdin } of takers) stdin.write(at)
  return Promise.all(said)
}

test('of processes that start at the same time after a killed one, only one locks the folder', async () => {
  for (let round = 0; round < cases({ normal: 2, deep: 20 }); round += 1) {
    const said = await takeAtOnce(6)
    expect(said.filter((words) => words === 'taken')).toHaveLength(1)
    for (const words of said.filter((other) => other !== 'taken')) {
      expect(words).toMatch(/^The data folder \S+ is in use by process (\d+|unknown)\. Stop it first, /)
    }
    // Its lock file is left over for the next iteration.
    await killAll()
  }
})

test('names the process that holds the lock, even the same process; a release passes it on', async () => {
  // Like the file that a release before this one left.
  await writeFile(path.join(folder, 'lock'), '4194305')
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}. Stop it first`)
  await lock.release()
  const next = await lockDataFolder(folder)
  await next.release()
})

test('waits for a backup only, and says so once', async () => {
  const messages: string[] = []
  const backup = await lockDataFolder(folder, { isBackup: true })
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `is in use by process ${process.pid}, which is making a backup. Stop it first`,
  )
  const onBackup = (message: string) => {
    messages.push(message)
    void backup.release()
  }
  const server = await lockDataFolder(folder, { onBackup })
  expect(messages).toEqual([
    expect.stringMatching(/^A backup may be reading \S+ Waiting up to 30 seconds for it\.$/),
  ])
  await expect(lockDataFolder(folder, { onBackup })).rejects.toThrow(
    `is in use by process ${process.pid}. Stop`,
  )
  expect(messages).toHaveLength(1)
  await server.release()
})

test('writes nothing into the lock file', async () => {
  const lock = await lockDataFolder(folder)
  expect((await stat(path.join(folder, 'lock.sqlite'))).size).toBe(0)
  await lock.release()
  expect((await stat(path.join(folder, 'lock.sqlite'))).size).toBe(0)
})

const isRoot = process.getuid?.() === 0

test.skipIf(isRoot)(
  `replaces a lock file that is not writable${isRoot ? ' (not run: root can write every file)' : ''}`,
  async () => {
    await writeFile(path.join(folder, 'lock.sqlite'), '')
    await chmod(path.join(folder, 'lock.sqlite'), 0o444)
    await expect(lockDataFolder(folder)).rejects.toThrow(
      /^The data folder \S+ cannot be locked \(attempt to write a readonly database\)\. See that this user may write there\.$/,
    )
  },
)

test('locks the folder even if the owner file cannot be written, and releases it', async () => {
  await mkdir(path.join(folder, 'lock'))
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow('is in use by process unknown. Stop it first')
  await lock.release()
  const next = await lockDataFolder(folder)
  await next.release()
})

test('keeps a lock that nothing refers to', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new Error('garbage collection is not exposed')
  await lockDataFolder(folder)
  for (let round = 0; round < 5; round += 1) {
    await setImmediate()
    collectGarbage()
  }
  await expect(lockDataFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}`)
})

test('releases the folder if the database does not open', async () => {
  // A dangling link fails before PGlite loads.
  await symlink(path.join(folder, 'missing'), path.join(folder, 'database'))
  await expect(openDatabase({ databaseUrl: null, dataDir: folder })).rejects.toThrow()
  const lock = await lockDataFolder(folder)
  await lock.release()
})

test('names a folder that is not writable', async () => {
  await expect(lockDataFolder(path.join(folder, 'not-there'))).rejects.toThrow(
    /^The data folder \S+not-there cannot be locked \(unable to open database file\)\. Make sure that/,
  )
})
