import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { isTemporary } from './database.ts'

/** Limits how long a caller waits, in milliseconds. */
export interface PoolLimits {
  /** Waiting for a free connection, or for a new one. */
  connectMs: number
  /** Running a statement, by the server's clock. */
  statementMs: number
  /** Running a statement, by this process's clock: a server that does not respond cannot enforce the limit above. */
  silenceMs: number
  /** Pausing between two statements of a transaction; the server then ends the connection and releases its locks. */
  idleInTransactionMs: number
}

/**
 * For requests: waiting for a connection and for one statement that never returns takes less than 15 s in total. A failover
 * of a few seconds only delays a call.
 */
export const servingLimits: PoolLimits = {
  connectMs: 5_000,
  statementMs: 8_000,
  silenceMs: 9_000,
  idleInTransactionMs: 60_000,
}

/** For scheduled work, which may read or delete all rows of a large table. No customer waits for it. */
export const scheduledLimits: PoolLimits = {
  connectMs: 10_000,
  statementMs: 300_000,
  silenceMs: 310_000,
  idleInTransactionMs: 60_000,
}

/** The connection to the database was lost, or none was available. Retrying may help. */
class ConnectionError extends Error {
  /** An SQLSTATE, as in every error that the server itself reports: connection_failure. */
  readonly code = '08006'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
  }
}

export interface GuardOptions {
  /** Null sets no limits. */
  limits: PoolLimits | null
  /** Called when all connections were in use for `exhaustedMs`, none was returned, and a caller was waiting. */
  onExhausted?: (() => void) | undefined
  /** 30 seconds by default. */
  exhaustedMs?: number | undefined
  /** How long closing the pool waits for connections in use; then their statements fail. */
  closeMs?: number
}

/** How long to wait after a refused connection, in milliseconds. */
const reconnectPauseMs = 200

const noResponse = () => new ConnectionError('The database does not respond')

const unlimited = new AsyncLocalStorage<true>()

/** Runs statements without a client-side limit, such as migrations. The caller sets the server's limit. */
export function withoutStatementLimit<Result>(run: () => Promise<Result>): Promise<Result> {
  return unlimited.run(true, run)
}

/**
 * Makes a pool drop dead connections. pg-pool waits until the holder returns one, and a holder that cannot roll back never
 * does (Kysely releases only after a successful commit or rollback), so the slot would be lost forever. Here a connection
 * that fails, or whose statement takes too long, leaves the pool immediately.
 */
export function guardPool(
  pool: Pool,
  { limits, onExhausted, exhaustedMs = 30_000, closeMs = 5_000 }: GuardOptions,
): void {
  const brokenClients = new WeakMap<PoolClient, Error>()
  const inUse = new Set<PoolClient>()
  const prepared = new WeakSet<PoolClient>()
  /** When the last free connection was taken; null if one was returned since. */
  let exhaustedSince: number | null = null

  const checkOut = (client: PoolClient) => {
    const { release } = client
    let isReleased = false
    const giveBack = (error?: Error | boolean) => {
      if (isReleased) return
      isReleased = true
      inUse.delete(client)
      exhaustedSince = null
      client.off('error', giveBack)
      client.off('end', onEnd)
      release(error ?? brokenClients.get(client))
    }
    const onEnd = () => giveBack(true)
    inUse.add(client)
    if (inUse.size >= pool.options.max) exhaustedSince ??= performance.now()
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
          : setTimeout(() => client.release(noResponse()), limits.silenceMs)
      try {
        return await query(...args)
      } catch (error) {
        const failure = withSqlState(error)
        if (isFromLostServer(failure)) brokenClients.set(client, failure)
        throw failure
      } finally {
        clearTimeout(silence)
      }
    }
    // A cursor is an object that runs its own queries, so it is returned unchanged.
    const isCursor = ([first]: unknown[]) => typeof first === 'object' && first !== null && 'submit' in first
    client.query = ((...args: unknown[]) =>
      isCursor(args) ? query(...args) : limited(...args)) as PoolClient['query']
  }

  /** Not in the startup packet: poolers such as pgbouncer reject parameters that they do not know. */
  const prepare = async (client: PoolClient) => {
    prepared.add(client)
    limitStatements(client)
    if (limits === null) return
    // A pooler accepts connections while its server is away, so this belongs to connecting.
    const timer = setTimeout(() => client.release(noResponse()), limits.connectMs)
    try {
      await client.query(
        `set statement_timeout = ${limits.statementMs};
         set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      )
    } catch (error) {
      client.release(true)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const connectOnce = pool.connect.bind(pool) as () => Promise<PoolClient>
  const connect = async () => {
    const client = await connectOnce()
    checkOut(client)
    if (!prepared.has(client)) await prepare(client)
    return client
  }
  /** During a failover connections are refused for seconds, so callers wait for the next primary. */
  const acquire = async () => {
    const startedMs = performance.now()
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (exhaustedSince !== null && performance.now() - exhaustedSince >= exhaustedMs) onExhausted?.()
        const failure = withSqlState(error)
        const waitedMs = performance.now() - startedMs
        const isPermanent = limits === null || pool.ending || !isTemporary(failure)
        if (isPermanent || waitedMs + reconnectPauseMs > limits.connectMs) throw failure
        await delay(reconnectPauseMs)
      }
    }
  }
  pool.connect = acquire as Pool['connect']

  const endOnce = pool.end.bind(pool) as () => Promise<void>
  /** pg-pool waits for all connections, so a server that does not respond would keep the process from stopping. */
  const end = async () => {
    const ended = endOnce()
    const isTooLate = Symbol('too late')
    if ((await Promise.race([ended, delay(closeMs, isTooLate, { ref: false })])) !== isTooLate) return
    // One that is still connecting is not in use. It ends with its own time limit, or with the process.
    for (const client of inUse) client.release(new ConnectionError('The connection pool was closed'))
  }
  pool.end = end as Pool['end']
}

/** Returns the server's own errors unchanged. All other errors of the driver are about the connection. */
function withSqlState(error: unknown): Error & { code?: string | undefined } {
  if (error instanceof DatabaseError) return error
  return new ConnectionError(error instanceof Error ? error.message : String(error), error)
}

/** The server is gone (08, 57P) or no longer the primary (25006); a new connection may lead to the current primary. */
function isFromLostServer({ code = '' }: { code?: string | undefined }): boolean {
  return /^(08|57P|25006)/.test(code)
}
