import { randomUUID } from 'node:crypto'
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
  onReconnect: () => void
  executeSql: ExecuteSql
  listenTimeoutMs: number
  log: Log
}

/** Listens until closed, and reconnects after failures. @throws Error if the first connection fails or delivers no notifications */
async function listen({
  url,
  channel,
  onNotification,
  onReconnect,
  executeSql,
  listenTimeoutMs,
  log,
}: ListenInput): Promise<ListenHandle> {
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let failedAttempts = 0
  let isClosed = false

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name,
      keepAlive: true,
      connectionTimeoutMillis: listenTimeoutMs,
      query_timeout: listenTimeoutMs,
    })
    // For the connection's whole lifetime, since it may fail more than once.
    client.on('error', (error) => handleLoss(client, error))
    client.on('end', () => handleLoss(client, new Error('the connection ended')))
    try {
      await client.connect()
      await client.query(`listen "${channel}"`)
      await checkDelivery(client, executeSql, listenTimeoutMs)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    client.on('notification', (message) => {
      if (message.channel === channel && message.payload !== undefined) onNotification(message.payload)
    })
    if (isClosed) return void client.end().catch(() => undefined)
    current = client
    failedAttempts = 0
    scheduleCheck(client)
    onReconnect()
  }

  const scheduleCheck = (client: pg.Client) => {
    timer = setTimeout(() => {
      client
        .query('select 1 from pg_listening_channels() as active where active = $1', [channel])
        .then(({ rows }) => {
          if (rows.length === 0) handleLoss(client, new Error('the subscription was lost'))
          else if (current === client) scheduleCheck(client)
        })
        .catch((error: unknown) => handleLoss(client, error))
    }, checkIntervalMs)
  }

  const handleLoss = (client: pg.Client, error: unknown) => {
    if (current !== client) return
    current = null
    clearTimeout(timer)
    void client.end().catch(() => undefined)
    log.warn({ reason: String(error) }, 'jobs: lost the connection that listens for new jobs')
    reconnectLater()
  }

  const reconnectLater = () => {
    if (isClosed) return
    timer = setTimeout(
      () => void connect().catch(reconnectLater),
      Math.min(maxReconnectMs, 1_000 * 2 ** failedAttempts),
    )
    failedAttempts++
  }

  await connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      const client = current
      current = null
      await client?.end().catch(() => undefined)
    },
  }
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
