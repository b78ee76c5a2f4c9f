import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { depth } from '@priormark/core/testing/depth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/operations/database/orm.ts'
import { servingLimits } from '../../../src/platform/database/failover-pool.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { administrator } from '../../../testing/administrator.ts'
import {
  createMigratedDatabase,
  testServerUrl,
  type ServerDatabase,
} from '../../../testing/database-server.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/server-process.ts'

/** The size of the server's pool. */
const connections = 10

describe.skipIf(testServerUrl === null)('a server process (needs a PostgreSQL server)', () => {
  let postgres: ServerDatabase
  let proxy: PostgresProxy
  let direct: Database
  let dataDir: string
  let env: Record<string, string>
  let server: ServerProcess

  beforeAll(async () => {
    postgres = await createMigratedDatabase(testServerUrl ?? '')
    direct = await openPostgres(postgres.url)
    dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-stuck-'))
  })
  afterAll(async () => {
    await direct.close()
    await postgres.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    proxy = await startPostgresProxy(postgres.url)
    env = {
      DATABASE_URL: proxy.url,
      DATABASE_STUCK_SECONDS: '1',
      DATA_DIR: dataDir,
      ANCHORS: 'manual',
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
    }
  })
  afterEach(async () => {
    await server.kill()
    await proxy.close()
  })

  const start = async (limits: 'long-statements' | 'product') => {
    server = await startServerProcess(env, { limits })
  }

  const readPreview = () => fetch(`${server.url}/api/blog/previews/${'a'.repeat(43)}`).catch(() => null)
  const blocked = async () => {
    const [row] = await direct.fork().execute<{ count: number }[]>(
      `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.count ?? 0
  }

  /** Returns once each connection of the pool runs a statement that will get no response, and one request waits. */
  const loseAllConnections = async () => {
    const requests = await direct.fork().transactional(async (em) => {
      await em.execute('lock table blog_preview in access exclusive mode')
      const started = Array.from({ length: connections }, readPreview)
      await expect.poll(blocked).toBe(connections)
      started.push(readPreview())
      proxy.silence()
      return started
    })
    return requests
  }

  test('ends with its own exit code and says why, once all its connections are dead and none is returned', async () => {
    // The other requests must still wait when the last one gives up.
    await start('long-statements')
    const requests = await loseAllConnections()
    expect(await server.ended()).toBe(75)
    expect(server.output()).toContain(
      'every connection to the database has been stuck for 1 seconds: ending this process',
    )
    await Promise.all(requests)
  })

  test.runIf(depth === 'deep')(
    'stops when asked to, although the database does not respond (only deep: takes half a minute)',
    async () => {
      await start('product')
      const requests = await loseAllConnections()
      expect([0, 1]).toContain(await server.stop())
      await Promise.all(requests)
    },
  )

  test.runIf(depth === 'deep')(
    'lets scheduled work take longer than a statement of a request may (only deep: takes a minute)',
    async () => {
      await start('product')
      const count = async (statement: string) => {
        const [row] = await direct.fork().execute<{ count: number }[]>(statement)
        return row?.count
      }
      await direct.fork().transactional(async (em) => {
        // Posts are published by a schedule, every minute.
        await em.execute('lock table blog_post in access exclusive mode')
        const waiting = `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and now() - query_start > interval '${servingLimits.responseTimeoutMs + 2_000} milliseconds'`
        await expect.poll(() => count(waiting), { timeout: 200_000, interval: 500 }).toBe(1)
      })
      const done = (state: string) =>
        count(`select count(*)::int as count from pgboss.job
          where name = 'scheduled' and data->>'schedule' = 'publish-posts' and state = '${state}'`)
      await expect.poll(() => done('completed'), { timeout: 60_000, interval: 500 }).toBeGreaterThan(0)
      expect(await done('failed')).toBe(0)
    },
  )
})
