import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lastingPort } from './lasting-port.ts'
import { startServerProcess, type ServerProcessOptions } from './server-process.ts'

/** The administrator of every shop process. */
export const administrator = { username: 'admin', password: 'correct-horse-battery' }

/** An empty shop: a server in a process of its own, with a data folder of its own. */
export interface Shop {
  /** Without a slash at the end. */
  url: string
  /** What it has printed so far. */
  output(): string
  /** The mails it has sent, as raw messages, oldest first. */
  mails(): Promise<string[]>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

export interface ShopOptions extends ServerProcessOptions {
  /** Variables besides those every shop gets; an empty one takes a variable away. */
  env?: Record<string, string>
  /** Fills the data folder before the server starts. */
  prepare?: (dataDir: string) => Promise<void>
}

/** Starts a shop on a free port and waits until it is healthy. @throws with its output where it ends before */
export async function startShop({ env = {}, prepare, ...options }: ShopOptions = {}): Promise<Shop> {
  // Links in mails and pages need to know the port before the server listens.
  const port = await lastingPort()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-shop-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  try {
    await prepare?.(dataDir)
    const server = await startServerProcess(
      {
        TZ: 'UTC',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_USERNAME: administrator.username,
        ADMIN_PASSWORD: administrator.password,
        SUMMARY_EMAIL: 'off',
        ...env,
      },
      options,
    )
    return {
      url: `http://localhost:${port}`,
      output: server.output,
      mails: () => readMails(path.join(dataDir, 'outbox')),
      async stop() {
        await server.stop()
        await removeData()
      },
    }
  } catch (error) {
    await removeData()
    throw error
  }
}

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(mails.map((name) => readFile(path.join(folder, name), 'utf8')))
}
