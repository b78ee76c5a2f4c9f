import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg, { DatabaseError, type Pool, type PoolClient, type PoolConfig } from 'pg'
import { isTemporary, type PoolCounts } from './database.ts'

/** Limits how long a caller waits, in milliseconds. */
export interface PoolLimits {
  /** Waiting for a free connection, or for a new one. */
  connectMs: number
  /** Running a statement, by the server's clock. */
  statementMs: number
  /** Running a statement, by this process's clock: a server that does not respond cannot enforce the limit above. */
  responseTimeoutMs: number
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
  responseTimeoutMs: 9_000,
  idleInTransactionMs: 60_000,
}

/** For scheduled work, which may read or delete all rows of a large table. No customer waits for it. */
export const scheduledLimits: PoolLimits = {
  connectMs: 10_000,
  statementMs: 300_000,
  responseTimeoutMs: 310_000,
  idleInTransactionMs: 60_000,
}

/** The connection was lost, or none was available. Has an SQLSTATE, as every error that the server reports: connection_failure. */
const connectionError = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code: '08006' })

export interface FailoverOptions {
  /** Null sets no limits. */
  limits: PoolLimits | null
  /** Repeats a read once if its connection was lost and it is the first statement of its lease, so not in a transaction. */
  repeatsReads?: boolean
  /** Called when a connection failed that was not in use. */
  onLost?: (error: Error) => void
  /** Called when all connections were in use for `exhaustedMs`, none was returned, and a caller was waiting. */
  onExhausted?: (() => void) | undefined
  /** 30 seconds by default. */
  exhaustedMs?: number | undefined
  /** How long closing the pool waits for connections in use; then their statements fail. */
  closeMs?: number
}

/** How long to wait after a refused connection, in milliseconds. */
const reconnectPauseMs = 200

/** A read that took longer than this many milliseconds fails instead of being repeated. */
const repeatWithinMs = 1_000

const statementLimitDisabled = new AsyncLocalStorage<true>()

/** Runs statements without a client-side limit, such as migrations. The caller sets the server's limit. */
export function withoutStatementLimit<Result>(run: () => Promise<Result>): Promise<Result> {
  return statementLimitDisabled.run(true, run)
}

/**
 * A pool that survives a failover: it waits for the next primary, repeats reads, and drops dead connections. pg-pool waits until
 * the holder returns one, and a holder that cannot roll back never does (Kysely releases only after a successful commit or
 * rollback), so the slot would be lost forever. Here a connection that fails, or whose statement takes too long, leaves the
 * pool immediately.
 */
export class FailoverPool implements PostgresPool {
  /** The options of pg's pool, which Kysely expects. */
  readonly options: object
  readonly #pool: Pool
  readonly #options: FailoverOptions
  /** A connection has the same lease for its whole life, since Kysely keeps an object for each lease. */
  readonly #leases = new WeakMap<PoolClient, Lease>()
  readonly #inUse = new Set<Lease>()
  /** When the last free connection was taken; null if one was returned since. */
  #exhaustedSince: number | null = null
  #ended: Promise<void> | undefined

  constructor(config: PoolConfig & { max: number }, options: FailoverOptions) {
    this.#options = options
    this.#pool = new pg.Pool({
      keepAlive: true,
      ...(options.limits === null ? {} : { connectionTimeoutMillis: options.limits.connectMs }),
      ...config,
    })
    this.options = this.#pool.options
    this.#pool.on('error', (error) => options.onLost?.(error))
  }

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { max: options.max, total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Takes a connection. During a failover connections are refused for seconds, so this waits for the next primary. */
  async connect(): Promise<Lease> {
    const { limits } = this.#options
    const startedMs = performance.now()
    for (;;) {
      try {
        const client = await this.#pool.connect()
        const lease = this.#leases.get(client)
        if (lease === undefined) return await this.#prepare(client)
        this.#take(lease)
        return lease
      } catch (error) {
        this.#reportExhaustion()
        const failure = withSqlState(error)
        const waitedMs = performance.now() - startedMs
        const isPermanent = limits === null || this.#ended !== undefined || !isTemporary(failure)
        if (isPermanent || waitedMs + reconnectPauseMs > limits.connectMs) throw failure
        await delay(reconnectPauseMs)
      }
    }
  }

  end(): Promise<void> {
    return (this.#ended ??= this.#end())
  }

  async #end(): Promise<void> {
    const ended = this.#pool.end()
    const timedOut = Symbol('timed out')
    const limit = delay(this.#options.closeMs ?? 5_000, timedOut, { ref: false })
    // pg-pool waits for all connections, so a server that does not respond would keep the process from stopping.
    if ((await Promise.race([ended, limit])) !== timedOut) return
    // One that is still connecting is not in use. It ends with its own time limit, or with the process.
    for (const lease of this.#inUse) lease.release(connectionError('The connection pool was closed'))
  }

  /** Sends the settings as a statement, because poolers such as pgbouncer reject unknown parameters in the startup packet. */
  async #prepare(client: PoolClient): Promise<Lease> {
    const { limits, repeatsReads = false } = this.#options
    const lease = new Lease(client, {
      responseTimeoutMs: limits?.responseTimeoutMs ?? null,
      reconnect: repeatsReads ? () => this.connect() : null,
      onRelease: () => {
        this.#inUse.delete(lease)
        this.#exhaustedSince = null
      },
    })
    this.#leases.set(client, lease)
    this.#take(lease)
    try {
      // A pooler accepts connections while its server is away, so this statement has the time limit of connecting.
      await lease.send(
        settingsFor(limits),
        [],
        limits && Math.min(limits.connectMs, limits.responseTimeoutMs),
      )
    } catch (error) {
      lease.release(true)
      throw error
    }
    return lease
  }

  #take(lease: Lease): void {
    lease.take()
    this.#inUse.add(lease)
    if (this.#inUse.size >= this.#pool.options.max) this.#exhaustedSince ??= performance.now()
  }

  #reportExhaustion(): void {
    const { exhaustedMs = 30_000, onExhausted } = this.#options
    const since = this.#exhaustedSince
    if (since !== null && performance.now() - since >= exhaustedMs) onExhausted?.()
  }
}

interface LeaseOptions {
  responseTimeoutMs: number | null
  /** Null never repeats a read. */
  reconnect: (() => Promise<Lease>) | null
  onRelease: () => void
}

/** A connection that callers hold one after another. */
class Lease implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #options: LeaseOptions
  #isHeld = false
  #isUnused = true
  #failure: Error | undefined
  /** Used instead of this connection, which was lost. */
  #replacement: Lease | null = null

  constructor(client: PoolClient, options: LeaseOptions) {
    this.#client = client
    this.#options = options
    // For the connection's whole life: an 'error' event without a listener would end the process.
    client.on('error', (error) => this.#return(error))
    client.on('end', () => this.#return(true))
  }

  /** Hands the connection to a new holder. */
  take(): void {
    this.#isHeld = true
    this.#isUnused = true
  }

  /** Runs a statement. If it is the holder's first and a read, it is repeated after its connection was lost. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  /** Only for the type: Kysely sends cursors only if its dialect has them. */
  query(cursor: never): never
  async query(text: string, values?: readonly unknown[]): Promise<unknown> {
    if (this.#replacement !== null) return this.#replacement.send(text, values)
    const { reconnect } = this.#options
    const isFirst = this.#isUnused
    this.#isUnused = false
    const startedMs = performance.now()
    try {
      return await this.send(text, values)
    } catch (error) {
      const isQuick = performance.now() - startedMs < repeatWithinMs
      if (!isFirst || reconnect === null || !isQuick || !isTemporary(error) || !isRead(text)) throw error
      // After a server restart the pool is full of connections that only look alive.
      this.#return(true)
      this.#replacement = await reconnect()
      return await this.#replacement.send(text, values)
    }
  }

  /** Runs a statement once. */
  async send(
    text: string,
    values: readonly unknown[] | undefined,
    responseTimeoutMs = this.#options.responseTimeoutMs,
  ): Promise<unknown> {
    const timer =
      responseTimeoutMs === null || statementLimitDisabled.getStore() === true
        ? undefined
        : setTimeout(() => this.#return(connectionError('The database does not respond')), responseTimeoutMs)
    try {
      return await this.#client.query(text, values as unknown[] | undefined)
    } catch (error) {
      const failure = withSqlState(error)
      if (isFromLostServer(failure)) this.#failure = failure
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

  /** Returns the connection to the pool, or with an error removes it from the pool. */
  release(error?: Error | true): void {
    if (this.#replacement === null) this.#return(error)
    else this.#replacement.release(error)
  }

  #return(error: Error | true | undefined = this.#failure): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#options.onRelease()
    this.#client.release(error)
  }
}

function settingsFor(limits: PoolLimits | null): string {
  // The driver parses dates as ISO 8601, which is the default of servers but can be configured.
  const dateStyle = 'set datestyle = iso'
  return limits === null
    ? dateStyle
    : `set statement_timeout = ${limits.statementMs};
       set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs};
       ${dateStyle}`
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
}

/** Returns the server's own errors unchanged. All other errors of the driver are about the connection. */
function withSqlState(error: unknown): Error & { code?: string | undefined } {
  if (error instanceof DatabaseError) return error
  return connectionError(error instanceof Error ? error.message : String(error), error)
}

/** The server is gone (08, 57P) or no longer the primary (25006); a new connection may lead to the current primary. */
function isFromLostServer({ code = '' }: { code?: string | undefined }): boolean {
  return /^(08|57P|25006)/.test(code)
}
