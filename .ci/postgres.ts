import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { onExit, temporaryFolder } from './temporary-folder.ts'

export interface TestPostgres {
  /** The URL of the `postgres` database, with a user who may create databases. */
  url: string
  stop(): Promise<void>
}

/** Starts PostgreSQL in a temporary folder; null if it is not installed. */
export async function startPostgres(): Promise<TestPostgres | null> {
  const bin = findPrograms()
  if (bin === null) return null
  const folder = mkdtempSync(path.join(temporaryFolder(), 'priormark-postgres-'))
  const asRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root, so root runs it as the package's user.
  const run = (program: string, args: string[]): [string, string[]] =>
    asRoot
      ? ['runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args]]
      : [path.join(bin, program), args]
  if (asRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, id('-u'), id('-g'))
  }
  const data = path.join(folder, 'data')
  const initdb = run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '-N',
  ])
  execFileSync(...initdb, { stdio: 'ignore' })

  const port = await freePort()
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=200',
    // It would start a process for each of the tests' many databases, again and again.
    'autovacuum=off',
  ]
  spawn(
    ...run('postgres', [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      ...settings.flatMap((s) => ['-c', s]),
    ]),
    { stdio: 'ignore' },
  )
  const remove = () => {
    try {
      execFileSync(...run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), { stdio: 'ignore' })
    } catch {
      // It has stopped already: Ctrl+C ends it too.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const cancelCleanup = onExit(remove)
  await ready(bin, port)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      cancelCleanup()
      remove()
    },
  }
}

/** Whether PostgreSQL's programs are installed. */
export const hasPostgres = (): boolean => findPrograms() !== null

function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return null
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
  return (
    newest
      .map((version) => path.join(versions, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb'))) ?? null
  )
}

async function ready(bin: string, port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      execFileSync(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return
    } catch {
      await wait(200)
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** Chooses below the ephemeral ports, so that no other program gets the port before PostgreSQL does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(10_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
