import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { FailoverPool, type PoolLimits } from '../database/failover-pool.ts'
import { createLog, type Log } from '../logging/log.ts'

type PgBossDatabase = NonNullable<ConstructorOptions['db']>
type ExecuteSql = PgBossDatabase['executeSql']
interface ListenHandle {
  close(): Promise<void>
}

/** pg-boss's access to PostgreSQL: a pool for its statements, and a separate connection that listens. */
export interface BossDatabase extends PgBossDatabase {
  listen: NonNullable<PgBossDatabase['listen']>
  close(): Promise<void>
}

interface BossDatabaseOptions {
  url: string
  /** The address where the listener connects. LISTEN does not work through a pooler in transaction mode. */
  listenUrl: string
  /** How long the listener waits for a response, and for a test notification, in milliseconds. Five seconds by default. */
  listenTimeoutMs?: number | undefined
  log: Log
}

/** Queue maintenance may take longer than a request. */
const limits: PoolLimits = {
  connectMs: 10_000,
  statementMs: 30_000,
  responseTimeoutMs: 35_000,
  idleInTransactionMs: 60_000,
}

const application_name = 'priormark-jobs'

/** How often a listener is checked, in milliseconds. */
const checkIntervalMs = 10_000
const maxReconnectMs = 30_000

/**
 * Replaces pg-boss's own pool and listener. Those remove all error listeners from a failed connection, so a second error on
 * it, such as pgbouncer's on a failover, would end the process.
 */
export function openBossDatabase({
  url,
  listenUrl,
  listenTimeoutMs = 5_000,
  log,
}: BossDatabaseOptions): BossDatabase {
  const pool = new FailoverPool(
    { connectionString: url, application_name, max: 3 },
    {
      limits,
      onLost: (error) => log.warn({ reason: error.message }, 'jobs: lost a connection to the database'),
    },
  )

  const executeSql: ExecuteSql = async (text, values) => {
    const client = await pool.connect()
    try {
      const result = await client.query(text, values)
      client.release()
      return result
    } catch (error) {
      // pg-boss sends whole transactions as one text, so after an error the connection is still inside the transaction.
      client.release(true)
      throw error
    }
  }
  return {
    executeSql,
    listen: (channel, onNotification, onReconnect) =>
      listen({ url: listenUrl, channel, onNotification, onReconnect, executeSql, listenTimeoutMs, log }),
    close: () => pool.end(),
  }
}

/** Whether notifications sent at `url` reach a listener at `listenUrl`. */
export async function areNotificationsDelivered(
  options: Pick<BossDatabaseOptions, 'url' | 'listenUrl' | 'listenTimeoutMs'>,
): Promise<boolean> {
  const database = openBossDatabase({ ...options, log: createLog('silent') })
  try {
    const handle = await database.listen(
      'priormark_doctor',
      () => undefined,
      () => undefined,
    )
    await handle.close()
    return true
  } catch {
    return false
  } finally {
    await database.close()
  }
}

interface ListenInput {
  url: string
  channel: string
  onNotification: (payload: string) => void
  executeSql: ExecuteSql
  listenTimeoutMs: number
}

/** Listens until closed, and reconnects after failures. @throws Error if the first connection fails or delivers no notifications */
async function listen({
  onReconnect,
  log,
  ...input
}: ListenInput & { onReconnect: () => void; log: Log }): Promise<ListenHandle> {
  const closing = new AbortController()
  const { signal } = closing
  let current = await openListener(input)
  onReconnect()

  const reconnect = async () => {
    for (let delayMs = 1_000; ; delayMs = Math.min(2 * delayMs, maxReconnectMs)) {
      await delay(delayMs, undefined, { signal })
      const listener = await openListener(input).catch(() => null)
      if (listener !== null) return listener
    }
  }
  const keepListening = async () => {
    for (;;) {
      const reason = await current.lost
      signal.throwIfAborted()
      log.warn({ reason: String(reason) }, 'jobs: lost the connection that listens for new jobs')
      current = await reconnect()
      if (signal.aborted) await current.close()
      else onReconnect()
    }
  }
  void keepListening().catch(() => undefined)
  return {
    async close() {
      closing.abort()
      await current.close()
    },
  }
}

/** Opens a connection that listens. `lost` resolves to the reason once it no longer does. */
async function openListener({ url, channel, onNotification, executeSql, listenTimeoutMs }: ListenInput) {
  const client = new pg.Client({
    connectionString: url,
    application_name,
    keepAlive: true,
    connectionTimeoutMillis: listenTimeoutMs,
    query_timeout: listenTimeoutMs,
  })
  const close = () => client.end().catch(() => undefined)
  const loss = Promise.withResolvers<unknown>()
  // For the connection's whole lifetime, since it may fail more than once.
  client.on('error', loss.resolve)
  client.on('end', () => loss.resolve(new Error('the connection ended')))
  try {
    await client.connect()
    await client.query(`listen "${channel}"`)
    await checkDelivery(client, executeSql, listenTimeoutMs)
  } catch (error) {
    void close()
    throw error
  }
  client.on('notification', (message) => {
    if (message.channel === channel && message.payload !== undefined) onNotification(message.payload)
  })
  const check = async () => {
    const subscription = 'select 1 from pg_listening_channels() as active where active = $1'
    const { rows } = await client.query(subscription, [channel])
    if (rows.length === 0) throw new Error('the subscription was lost')
  }
  const timer = setInterval(() => void check().catch(loss.resolve), checkIntervalMs)
  const lost = loss.promise.finally(() => {
    clearInterval(timer)
    void close()
  })
  return { lost, close }
}

/** A pooler in transaction mode accepts LISTEN but delivers nothing. @throws Error if a notification does not arrive */
async function checkDelivery(
  client: pg.Client,
  executeSql: ExecuteSql,
  listenTimeoutMs: number,
): Promise<void> {
  const probe = `priormark_probe_${randomUUID().replaceAll('-', '')}`
  const arrival = Promise.withResolvers<void>()
  // It may be rejected while a statement below is still running, before anything awaits it.
  arrival.promise.catch(() => undefined)
  const onNotification = ({ channel }: { channel: string }) => {
    if (channel === probe) arrival.resolve()
  }
  const timer = setTimeout(
    () => arrival.reject(new Error('notifications do not arrive: set DATABASE_DIRECT_URL')),
    listenTimeoutMs,
  )
  client.on('notification', onNotification)
  try {
    await client.query(`listen "${probe}"`)
    await executeSql('select pg_notify($1, $2)', [probe, ''])
    await arrival.promise
    await client.query(`unlisten "${probe}"`)
  } finally {
    clearTimeout(timer)
    client.off('notification', onNotification)
  }
}
