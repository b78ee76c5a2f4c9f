import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg, { DatabaseError, type Pool, type PoolClient, type PoolConfig, type Submittable } from 'pg'
import { isTemporary, type PoolCounts } from './database.ts'

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

const noResponse = () => new ConnectionError('The database does not respond')

const unlimited = new AsyncLocalStorage<true>()

/** Runs statements without a client-side limit, such as migrations. The caller sets the server's limit. */
export function withoutStatementLimit<Result>(run: () => Promise<Result>): Promise<Result> {
  return unlimited.run(true, run)
}

/**
 * A pool that survives a failover: it waits for the next primary, repeats reads, and drops dead connections. pg-pool waits until
 * the holder returns one, and a holder that cannot roll back never does (Kysely releases only after a successful commit or
 * rollback), so the slot would be lost forever. Here a connection that fails, or whose statement takes too long, leaves the
 * pool immediately.
 */
export class FailoverPool implements PostgresPool {
  readonly #pool: Pool
  readonly #options: FailoverOptions
  readonly #preparedClients = new WeakSet<PoolClient>()
  readonly #inUse = new Set<Connection>()
  /** When the last free connection was taken; null if one was returned since. */
  #exhaustedSince: number | null = null

  constructor(config: PoolConfig & { max: number }, options: FailoverOptions) {
    this.#options = options
    this.#pool = new pg.Pool({
      keepAlive: true,
      ...(options.limits === null ? {} : { connectionTimeoutMillis: options.limits.connectMs }),
      ...config,
    })
    // An 'error' event without a listener would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('error', (error) => options.onLost?.(error))
  }

  /** Those of pg's pool, which Kysely expects. */
  get options(): object {
    return this.#pool.options
  }

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { max: options.max, total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  async connect(): Promise<Lease> {
    const connection = await this.#connect()
    return new Lease(connection, this.#options.repeatsReads === true ? () => this.#connect() : null)
  }

  /** Closes the pool, at most once. */
  async end(): Promise<void> {
    if (this.#pool.ending) return
    const ended = this.#pool.end()
    const isTooLate = Symbol('too late')
    const limit = delay(this.#options.closeMs ?? 5_000, isTooLate, { ref: false })
    // pg-pool waits for all connections, so a server that does not respond would keep the process from stopping.
    if ((await Promise.race([ended, limit])) !== isTooLate) return
    // One that is still connecting is not in use. It ends with its own time limit, or with the process.
    for (const connection of this.#inUse)
      connection.release(new ConnectionError('The connection pool was closed'))
  }

  /** During a failover connections are refused for seconds, so callers wait for the next primary. */
  async #connect(): Promise<Connection> {
    const { limits } = this.#options
    const startedMs = performance.now()
    for (;;) {
      try {
        return await this.#connectOnce()
      } catch (error) {
        this.#reportExhaustion()
        const failure = withSqlState(error)
        const waitedMs = performance.now() - startedMs
        const isPermanent = limits === null || this.#pool.ending || !isTemporary(failure)
        if (isPermanent || waitedMs + reconnectPauseMs > limits.connectMs) throw failure
        await delay(reconnectPauseMs)
      }
    }
  }

  async #connectOnce(): Promise<Connection> {
    const client = await this.#pool.connect()
    const connection = new Connection(client, this.#options.limits?.silenceMs ?? null, () => {
      this.#inUse.delete(connection)
      this.#exhaustedSince = null
    })
    this.#inUse.add(connection)
    if (this.#inUse.size >= this.#pool.options.max) this.#exhaustedSince ??= performance.now()
    if (!this.#preparedClients.has(client)) {
      this.#preparedClients.add(client)
      await this.#prepare(client, connection)
    }
    return connection
  }

  /** Not in the startup packet: poolers such as pgbouncer reject parameters that they do not know. */
  async #prepare(client: PoolClient, connection: Connection): Promise<void> {
    const { limits } = this.#options
    if (limits === null) return
    // A pooler accepts connections while its server is away, so this belongs to connecting.
    const prepareMs = Math.min(limits.connectMs, limits.silenceMs)
    const timer = setTimeout(() => connection.release(noResponse()), prepareMs)
    try {
      await client.query(
        `set statement_timeout = ${limits.statementMs};
         set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
      )
    } catch (error) {
      connection.release(true)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #reportExhaustion(): void {
    const { exhaustedMs = 30_000, onExhausted } = this.#options
    const since = this.#exhaustedSince
    if (since !== null && performance.now() - since >= exhaustedMs) onExhausted?.()
  }
}

/** What a caller holds until it releases it: a connection of the pool, which a repeated read replaces. */
class Lease implements PostgresPoolClient {
  #connection: Connection
  #isFresh = true
  /** Null never repeats a read. */
  readonly #reconnect: (() => Promise<Connection>) | null

  constructor(connection: Connection, reconnect: (() => Promise<Connection>) | null) {
    this.#connection = connection
    this.#reconnect = reconnect
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(query: unknown, values?: readonly unknown[]): unknown {
    const isFirst = this.#isFresh
    this.#isFresh = false
    // A cursor is an object that runs its own queries.
    if (typeof query !== 'string') return this.#connection.client.query(query as Submittable)
    return isFirst && this.#reconnect !== null && isRead(query)
      ? this.#read(query, values, this.#reconnect)
      : this.#connection.query(query, values)
  }

  release(error?: Error | boolean): void {
    this.#connection.release(error)
  }

  /** After a server restart the pool is full of connections that only look alive. */
  async #read(
    text: string,
    values: readonly unknown[] | undefined,
    reconnect: () => Promise<Connection>,
  ): Promise<unknown> {
    const startedMs = performance.now()
    try {
      return await this.#connection.query(text, values)
    } catch (error) {
      if (!isTemporary(error) || performance.now() - startedMs >= repeatWithinMs) throw error
      this.#connection.release(true)
      this.#connection = await reconnect()
      return await this.#connection.query(text, values)
    }
  }
}

/** A connection in use, from being taken out of the pool until it is given back or fails. */
class Connection {
  readonly client: PoolClient
  readonly #silenceMs: number | null
  readonly #onRelease: () => void
  #isReleased = false
  #failure: Error | undefined

  /** @param silenceMs how long a response may take; null sets no limit */
  constructor(client: PoolClient, silenceMs: number | null, onRelease: () => void) {
    this.client = client
    this.#silenceMs = silenceMs
    this.#onRelease = onRelease
    client.on('error', this.release)
    client.on('end', this.#onEnd)
  }

  async query(text: string, values: readonly unknown[] | undefined): Promise<unknown> {
    const silence =
      this.#silenceMs === null || unlimited.getStore() === true
        ? undefined
        : setTimeout(() => this.release(noResponse()), this.#silenceMs)
    try {
      return await this.client.query(text, values as unknown[] | undefined)
    } catch (error) {
      const failure = withSqlState(error)
      if (isFromLostServer(failure)) this.#failure = failure
      throw failure
    } finally {
      clearTimeout(silence)
    }
  }

  /** Gives the connection back; with an error it leaves the pool. */
  readonly release = (error?: Error | boolean): void => {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#onRelease()
    this.client.off('error', this.release)
    this.client.off('end', this.#onEnd)
    this.client.release(error ?? this.#failure)
  }

  readonly #onEnd = () => this.release(true)
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
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
