import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { stablePort } from './stable-port.ts'
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from './server-process.ts'
import { makeDataFolder, makeShopData } from './shop-data.ts'

/** An empty shop: a server with its own data. */
export interface Shop {
  /** Without a trailing slash. */
  url: string
  /** Everything printed so far. */
  output(): string
  /** The sent emails as raw messages, oldest first. */
  mails(): Promise<string[]>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

export interface ShopOptions extends ServerProcessOptions {
  /** Variables in addition to the usual ones; an empty one removes a variable. */
  env?: Record<string, string>
  /** Changes the data before the server starts. @param env the variables with its place, for another process */
  prepare?: (env: Record<string, string>) => Promise<void>
  /** Whether it starts in an empty folder, where it creates its database and prints its first administrator. */
  isNew?: boolean
}

/** Starts a server and waits until it serves. */
type StartServer = (
  env: Record<string, string>,
  options: ServerProcessOptions,
) => Promise<Pick<ServerProcess, 'output' | 'stop'>>

/** Starts a shop on a free port. @param start starts its server, by default in its own process @throws with its output if it fails */
export async function startShop(
  { env = {}, prepare, isNew = false, ...options }: ShopOptions = {},
  start: StartServer = startServerProcess,
): Promise<Shop> {
  // Links in emails and pages need the port before the server listens.
  const port = await stablePort()
  const data = await (isNew ? makeDataFolder() : makeShopData())
  try {
    await prepare?.(data.env)
    const server = await start({ TZ: 'UTC', PORT: String(port), ...data.env, ...env }, options)
    return {
      url: `http://localhost:${port}`,
      output: server.output,
      mails: () => readMails(path.join(data.dataDir, 'outbox')),
      async stop() {
        try {
          await server.stop()
        } finally {
          await data.remove()
        }
      },
    }
  } catch (error) {
    await data.remove()
    throw error
  }
}

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(mails.map((name) => readFile(path.join(folder, name), 'utf8')))
}
