import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { openPostgres, type PostgresOptions } from '../src/operations/database/orm.ts'
import type { Database } from '../src/platform/database/database.ts'
import { longLimits } from './long-limits.ts'
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy.ts'

/** The number of connections of the pool. */
export const poolSize = 2

/** By the pool's clock, which `settle` moves. */
export const poolLimits = { ...longLimits, responseTimeoutMs: 60_000 }

/** A real pool and a real server, with a proxy between them that breaks connections. */
export interface ProxiedPool {
  database: Database
  proxy: PostgresProxy
  /** Waits for work. Time passes only while a connection is frozen, because nothing else ends that. */
  settle<Result>(work: Promise<Result>): Promise<Result>
  /** Asserts that all connections can be used at the same time. */
  expectAllUsable(): Promise<void>
  close(): Promise<void>
}

/** Opens a pool on the database at `url`, and replaces the clock by one that the test moves. */
export async function openProxiedPool(url: string, options: PostgresOptions = {}): Promise<ProxiedPool> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const proxy = await startPostgresProxy(url)
  const database = await openPostgres(proxy.url, { max: poolSize, limits: poolLimits, ...options })
  return {
    database,
    proxy,
    async settle(work) {
      let isSettled = false
      const settled = work.finally(() => (isSettled = true))
      settled.catch(() => undefined)
      while (!isSettled) {
        if (proxy.frozen() > 0) await vi.advanceTimersByTimeAsync(poolLimits.responseTimeoutMs)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return settled
    },
    async expectAllUsable() {
      await Promise.all(
        Array.from({ length: poolSize }, () =>
          database.fork().transactional((em) => sql`select pg_sleep(0.01)`.execute(em.getKysely())),
        ),
      )
      const { total, idle, waiting } = database.poolCounts() ?? { total: 0, idle: 0, waiting: 0 }
      expect({ inUse: total - idle, waiting }).toEqual({ inUse: 0, waiting: 0 })
    },
    async close() {
      await database.close()
      await proxy.close()
      vi.useRealTimers()
    },
  }
}
