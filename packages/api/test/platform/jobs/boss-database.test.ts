import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBossDatabase, type BossDatabase } from '../../../src/platform/jobs/boss-database.ts'
import { createServerDatabase, testServerUrl, type ServerDatabase } from '../../../testing/database-server.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { silentLog } from '../../../testing/silent-log.ts'

describe.skipIf(testServerUrl === null)(
  'the connections of the job queue (needs a PostgreSQL server)',
  () => {
    let server: ServerDatabase
    let proxy: PostgresProxy
    let database: BossDatabase
    const warn = vi.spyOn(silentLog, 'warn')

    beforeAll(async () => void (server = await createServerDatabase(testServerUrl ?? '')))
    afterAll(() => server.drop())
    beforeEach(async () => {
      warn.mockClear()
      proxy = await startPostgresProxy(server.url)
      database = openBossDatabase({ url: proxy.url, listenUrl: proxy.url, log: silentLog })
    })
    afterEach(async () => {
      await database.close()
      await proxy.close()
    })

    // Without a listener for the pool's errors, the loss of an idle connection would end the process.
    test.each(['close', 'reset', 'shutDown'] as const)(
      'log the loss of an idle connection (%s), and are replaced',
      async (fault) => {
        await database.executeSql('select 1')
        proxy.failNow(fault)
        await expect.poll(() => warn.mock.calls.at(0)?.[1]).toBe('jobs: lost a connection to the database')
        expect((await database.executeSql('select 2 as found')).rows).toEqual([{ found: 2 }])
      },
    )
  },
)
