import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { isTemporary } from './temporary-error.ts'

/** How long a connection may keep its caller waiting, in milliseconds. */
export interface PoolLimits {
  /** For a free connection, and for a new one. */
  connectMs: number
  /** For a statement, by the server's clock. */
  statementMs: number
  /** For a statement, by this process's clock: a server that does not respond cannot enforce the limit above. */
  silenceMs: number
  /** Between two statements of a transaction: the server then ends the connection and frees its locks. */
  idleInTransactionMs: number
}

/** A request waits for a connection and for one statement that never returns: less than 15 s together. */
export const servingLimits: PoolLimits = {
  connectMs: 3_000,
  statementMs: 8_000,
  silenceMs: 10_000,
  idleInTransactionMs: 60_000,
}

/** The connection to the database was lost, or none could be had. Trying again may help. */
export class ConnectionError extends Error {
  /** An SQLSTATE, like every error that the server itself reports: connection_failure. */
  readonly code = '08006'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
  }
}

export interface GuardOptions {
  limits: PoolLimits | null
  /** Called when every connection has been in use, and none has come back, for `exhaustedMs` while somebody waited. */
  onExhausted?: (() => void) | undefined
  exhaustedMs?: number
}

/** How long a refused connection is waited with, in milliseconds. */
const reconnectPauseMs = 200

const unlimited = new AsyncLocalStorage<true>()

/** Runs statements that may take as long as they need, such as migrations. The server's limit is the caller's affair. */
export function withoutStatementLimit<Result>(run: () => Promise<Result>): Promise<Result> {
  return unlimited.run(true, run)
}

/**
 * Makes a pool lose every connection that is dead. pg-pool alone waits for its holder to give it back, and a holder that
 * cannot roll back never does (Kysely releases only after a commit or rollback that succeeded): the slot is gone for good.
 * Here a connection that fails, or keeps a statement waiting too long, leaves the pool at once, whoever holds it.
 */
export function guardPool(pool: Pool, { limits, onExhausted, exhaustedMs = 30_000 }: GuardOptions): void {
  const spoiled = new WeakMap<PoolClient, Error>()
  let inUse = 0
  let exhaustedSince: number | null = null

  const checkOut = (client: PoolClient) => {
    const { release } = client
    let isReleased = false
    const giveBack = (error?: Error | boolean) => {
      if (isReleased) return
      isReleased = true
      inUse--
      exhaustedSince = null
      client.off('error', giveBack)
      client.off('end', onEnd)
      release(error ?? spoiled.get(client))
    }
    const onEnd = () => giveBack(true)
    inUse++
    client.on('error', giveBack)
    client.on('end', onEnd)
    client.release = giveBack
  }

  const limitStatements = (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const limited = async (...args: unknown[]) => {
      const silence =
        limits === null || unlimited.getStore() === true
          ? undefined
          : setTimeout(
              () => client.release(new ConnectionError('The database does not respond')),
              limits.silenceMs,
            )
      try {
        return await query(...args)
      } catch (error) {
        const failure = withSqlState(error)
        if (isFromLostServer(failure)) spoiled.set(client, failure)
        throw failure
      } finally {
        clearTimeout(silence)
      }
    }
    // A cursor is an object that queries for itself, and is returned as it is.
    const isCursor = ([first]: unknown[]) => typeof first === 'object' && first !== null && 'submit' in first
    client.query = ((...args: unknown[]) => (isCursor(args) ? query(...args) : limited(...args))) as never
  }

  const prepared = new WeakSet<PoolClient>()
  /** Not in the startup packet: a pooler such as pgbouncer refuses parameters that it does not know. */
  const prepare = async (client: PoolClient) => {
    prepared.add(client)
    limitStatements(client)
    if (limits === null) return
    try {
      await client.query(
        `set statement_timeout = ${limits.statementMs};
         set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      )
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const connectOnce = pool.connect.bind(pool) as () => Promise<PoolClient>
  /** A failover refuses connections for seconds: whoever waits for one may as well wait for the next primary. */
  const connect = async () => {
    const startedMs = performance.now()
    for (;;) {
      try {
        return await connectOnce()
      } catch (error) {
        const waitedMs = performance.now() - startedMs
        const isHopeless = limits === null || pool.ending || !isTemporary(withSqlState(error))
        if (isHopeless || waitedMs + reconnectPauseMs > limits.connectMs) throw error
        await delay(reconnectPauseMs)
      }
    }
  }
  const acquire = async () => {
    let client: PoolClient
    try {
      client = await connect()
    } catch (error) {
      if (inUse >= pool.options.max) {
        exhaustedSince ??= performance.now()
        if (performance.now() - exhaustedSince >= exhaustedMs) onExhausted?.()
      }
      throw withSqlState(error)
    }
    checkOut(client)
    if (!prepared.has(client)) await prepare(client)
    return client
  }
  pool.connect = acquire as Pool['connect']
}

/** The server's own errors as they are. Whatever else the driver throws is about the connection. */
function withSqlState(error: unknown): Error & { code?: string | undefined } {
  if (error instanceof DatabaseError) return error
  return new ConnectionError(error instanceof Error ? error.message : String(error), error)
}

/** The server went away (08, 57P), or is no primary any more (25006): another connection may lead to the one that is. */
function isFromLostServer({ code = '' }: { code?: string | undefined }): boolean {
  return /^(08|57P|25006)/.test(code)
}
