import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Jobs, JobsDeps } from '../../../src/platform/jobs/boss-queue.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { expireHeartbeats } from '../../../testing/expire-jobs.ts'
import { startPostgresProxy, type PostgresProxy } from '../../../testing/postgres-proxy.ts'
import { jobStates } from '../../../testing/mail-fixtures.ts'
import { makeSchedulesDue, startTestJobs } from './jobs-fixtures.ts'

let database: Database
let started: Jobs[]

beforeEach(async () => {
  database = await openTestDatabase()
  started = []
})

afterEach(async () => {
  for (const jobs of started) await jobs.stop()
  await database.close()
})

async function start(input: Partial<JobsDeps>): Promise<Jobs> {
  const jobs = await startTestJobs(database, input)
  started.push(jobs)
  return jobs
}

describe.skipIf(testServerUrl === null)(
  'jobs behind a pooler or load balancer (needs a PostgreSQL server)',
  () => {
    let proxy: PostgresProxy
    let directUrl: string
    beforeEach(async () => {
      directUrl = database.url ?? ''
      proxy = await startPostgresProxy(directUrl)
      database = { ...database, url: proxy.url }
    })
    afterEach(() => proxy.close())

    test('the listener survives a shutdown message that is sent twice, and listens again', async () => {
      const done: string[] = []
      const { queue } = await start({
        handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
        pollSeconds: 3_600,
      })
      proxy.shutDown(/listen/i)
      expect(proxy.broken()).toBe(1)
      // Jobs queued before it listens again are found when it does.
      for (const mailId of ['one', 'two', 'three']) {
        await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId }))
        await expect.poll(() => done).toContain(mailId)
      }
    })

    test('a worker survives a shutdown message that is sent twice while it looks for jobs', async () => {
      const done: string[] = []
      const { queue } = await start({
        handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
      })
      proxy.failAt({ fault: 'shutDown', statement: /skip locked/i, isExecuted: false })
      await expect.poll(() => proxy.broken()).toBe(1)
      await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
      await expect.poll(() => done).toEqual(['one'])
    })

    test('a job whose connection is lost while its failure is recorded is retried once its heartbeat is late', async () => {
      let tries = 0
      const { queue } = await start({
        handlers: {
          'send-mail': async () => {
            tries++
            if (tries === 1) throw new Error('not yet')
          },
        },
      })
      proxy.failAt({ fault: 'close', statement: /delete from[^]*id = any\(\$2/i, isExecuted: false })
      await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
      await expect.poll(() => proxy.broken()).toBe(1)
      expect(await jobStates(database, 'send-mail')).toEqual([{ state: 'active', retryCount: 0 }])
      await expireHeartbeats(directUrl)
      await expect
        .poll(() => jobStates(database, 'send-mail'))
        .toEqual([{ state: 'completed', retryCount: 1 }])
      expect(tries).toBe(2)
    })

    test('jobs run by polling if notifications are not delivered', async () => {
      proxy.dropNotifications()
      const done: string[] = []
      const { queue } = await start({
        handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
        listenTimeoutMs: 500,
      })
      await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
      await expect.poll(() => done).toEqual(['one'])
    })

    test('jobs run immediately if only the direct connection delivers notifications', async () => {
      proxy.dropNotifications()
      const done: string[] = []
      const { queue } = await start({
        handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
        pollSeconds: 3_600,
        directUrl,
      })
      for (const mailId of ['one', 'two', 'three']) {
        await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId }))
        await expect.poll(() => done).toContain(mailId)
      }
    })

    test('a schedule is released a minute after its process was lost, and an email is sent again', async () => {
      const held = Promise.withResolvers<void>()
      let tries = 0
      const { queue } = await start({
        schedules: [{ name: 'sweep', cron: '0 0 1 1 *', run: () => held.promise }],
        handlers: {
          'send-mail': async () => {
            tries++
            await held.promise
          },
        },
      })
      await makeSchedulesDue(database)
      await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
      const states = async (name: string) => (await jobStates(database, name)).map(({ state }) => state)
      await expect.poll(() => states('scheduled')).toEqual(['active'])
      await expect.poll(() => tries).toBe(1)
      await expireHeartbeats(directUrl)
      await expect.poll(() => states('scheduled')).toEqual(['failed'])
      await expect.poll(() => tries).toBe(2)
      held.resolve()
    })
  },
)
