import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { lastingPort } from '../../api/testing/lasting-port.ts'

const repository = path.resolve(import.meta.dirname, '../../..')

/** How long a first start may take: it makes a database. */
const startTimeoutMs = 180_000

/** The administrator of every shop that journeys visit. */
export const administrator = { username: 'admin', password: 'correct-horse-battery' }

/** A server of its own, in a process of its own, with nothing in it. */
export interface Shop {
  /** Where it is, without a slash at the end. */
  url: string
  /** What it has printed so far. */
  output(): string
  /** The mails it has sent, as raw messages, oldest first. */
  mails(): Promise<string[]>
  stop(): Promise<void>
}

export interface ShopOptions {
  /** Variables besides those every shop gets; an empty one takes a variable away. */
  env?: Record<string, string>
  /** A module that the server's process loads before its own. */
  preload?: string
  /** Fills the shop with the demonstration's orders. */
  isDemo?: boolean
}

/** Starts a shop on a free port and waits until it is healthy. @throws with its output where it is not */
export async function startShop({ env = {}, preload, isDemo = false }: ShopOptions = {}): Promise<Shop> {
  const port = await lastingPort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-journey-'))
  const before = preload === undefined ? [] : ['--import', preload]
  const program = isDemo ? ['packages/api/src/start.ts', '--demo'] : ['packages/api/src/main.ts']
  const child = spawn(process.execPath, [...before, ...program], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TZ: 'UTC',
      PORT: String(port),
      DATA_DIR: dataDir,
      PAYMENTS: 'embedded',
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      SUMMARY_EMAIL: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let output = ''
  // Whoever runs the journeys may be stopped at any time; no server outlives them.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  // Its last words may come after its exit: `close` is after both.
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }

  const shop: Shop = {
    url,
    output: () => output,
    mails: () => readMails(path.join(dataDir, 'outbox')),
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
      process.off('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  const isUp = await Promise.race([becomesHealthy(url), exited.then(() => false)])
  if (!isUp) {
    await shop.stop()
    throw new Error(`The shop did not start:\n${output}`)
  }
  return shop
}

async function becomesHealthy(url: string): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const isHealthy = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (isHealthy) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(mails.map((name) => readFile(path.join(folder, name), 'utf8')))
}
