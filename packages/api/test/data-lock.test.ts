import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from '../src/db/data-lock.ts'

const taker = path.resolve(import.meta.dirname, 'data-lock-taker.ts')

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

/** Has so many processes take the folder at one moment; answers what each of them said. */
function takeAtOnce(count: number): Promise<string[]> {
  const at = String(Date.now() + 1_500)
  const said = Array.from({ length: count }, async () => {
    const child = spawn(process.execPath, [taker, folder, at], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const [words] = await once(child.stdout.setEncoding('utf8'), 'data')
    return String(words)
  })
  return Promise.all(said)
}

test('of processes that start at once beside what a killed one left, one alone gets the folder', async () => {
  for (let round = 0; round < 4; round += 1) {
    const said = await takeAtOnce(6)
    expect(said.filter((words) => words === 'taken')).toHaveLength(1)
    for (const words of said.filter((other) => other !== 'taken')) {
      expect(words).toMatch(/^The data folder \S+ is in use by process (\d+|unknown)\. Stop it first, /)
    }
    // What it holds is left over for the next round.
    await killAll()
  }
})

test('a process that has it is named, the same process too, and a release gives it to the next', async () => {
  // As a release before this one left it.
  await writeFile(path.join(folder, 'lock'), '4194305')
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}. Stop it first`)
  await lock.release()
  const next = await lockDataFolder(folder)
  await next.release()
})

test('a folder that cannot be written is named', async () => {
  await expect(lockDataFolder(path.join(folder, 'not-there'))).rejects.toThrow(
    /^The data folder \S+not-there cannot be locked \(unable to open database file\)\. See that/,
  )
})
