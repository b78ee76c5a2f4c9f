import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authEndpoints } from '@priormark/core/staff/auth/endpoints'
import * as v from 'valibot'
import { serverFlags, startChild, type Child } from './child.ts'

const main = path.resolve(import.meta.dirname, '../src/main.ts')
/** The administrator of the bench's servers. */
export const benchCredentials = { username: 'bench', password: 'bench-admin-password' }

/** The product itself in production mode, but with embedded payments. */
export interface RealServer extends Child {
  dataDir: string
}

interface RealServerOptions {
  /** Without it, PGlite runs inside the server's process. */
  databaseUrl: string | null
  /** An existing folder, which is kept. */
  dataDir?: string
  /** Whether the program has to set MALLOC_ARENA_MAX itself, as with `npm start`. */
  isDefaultStart?: boolean
}

export function serverEnvironment({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }) {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    PAYMENTS: 'embedded',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    LOG_LEVEL: 'warn',
    // As deploy/ sets them.
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'priormark-bench-compiled'),
    MALLOC_ARENA_MAX: '1',
    CALL_LIMITS: '0',
    UPLOADS_PER_NETWORK: '50',
    UNPAID_MB_PER_NETWORK: '1000000',
    UNPAID_MB_TOTAL: '1000000',
    ADMIN_USERNAME: benchCredentials.username,
    ADMIN_PASSWORD: benchCredentials.password,
  }
}

/** Starts the product in its own process. */
export async function startRealServer({
  databaseUrl,
  dataDir,
  isDefaultStart = false,
}: RealServerOptions): Promise<RealServer> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'priormark-bench-'))
  const environment = {
    ...serverEnvironment({ databaseUrl, dataDir: folder }),
    ...(isDefaultStart ? { MALLOC_ARENA_MAX: undefined } : {}),
  }
  const child = await startChild(main, [], environment, serverFlags)
  return {
    ...child,
    dataDir: folder,
    async stop() {
      await child.stop()
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Logs in and returns the authorization header. */
export async function bearerOf(server: Child): Promise<{ authorization: string }> {
  const response = await fetch(server.url + authEndpoints.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(benchCredentials),
  })
  const { token } = v.parse(authEndpoints.login.reply, await response.json())
  return { authorization: `Bearer ${token}` }
}
