import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Jobs, JobsDeps } from '../../../src/platform/jobs/boss-queue.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { openTestDatabase } from '../../../testing/database.ts'
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

test('a job runs with its data immediately, and not only at the next poll', async () => {
  const done: string[] = []
  const { queue } = await start({
    handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
    pollSeconds: 3_600,
  })
  // A poll at the start or after a job may find one of them, but not each.
  for (const mailId of ['one', 'two', 'three']) {
    await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId }))
    await expect.poll(() => done).toContain(mailId)
  }
  expect(done).toEqual(['one', 'two', 'three'])
})

test('a job whose transaction is rolled back does not exist', async () => {
  const { queue } = await start({})
  const work = database.fork().transactional(async (em) => {
    await queue.enqueue(em, 'send-mail', { mailId: 'never' })
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await jobStates(database, 'send-mail')).toEqual([])
})

test.runIf(testServerUrl !== null)(
  'a job is invisible to others before its transaction is committed (PGlite has one connection, so there are no others)',
  async () => {
    const { queue } = await start({})
    await database.fork().transactional(async (em) => {
      await queue.enqueue(em, 'send-mail', { mailId: 'one' })
      expect(await jobStates(database, 'send-mail')).toEqual([])
    })
    expect(await jobStates(database, 'send-mail')).toEqual([{ state: 'created', retryCount: 0 }])
  },
)

test('rejects a job outside a transaction', async () => {
  const { queue } = await start({})
  await expect(queue.enqueue(database.fork(), 'send-mail', { mailId: 'one' })).rejects.toThrow('transaction')
})

test('a failed job is retried', async () => {
  let tries = 0
  const { queue } = await start({
    handlers: {
      'send-mail': async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
      },
    },
  })
  await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
  await expect.poll(() => jobStates(database, 'send-mail')).toEqual([{ state: 'completed', retryCount: 2 }])
  expect(tries).toBe(3)
})

test('a job is retried for more than three days, even if jitter makes every delay the shortest', async () => {
  await start({})
  const [queue] = await database
    .fork()
    .execute<{ limit: number; base: number; most: number; kept: number; backoff: boolean }[]>(
      `select retry_limit::int as limit, retry_delay::int as base, retry_delay_max::int as most,
              retention_seconds::int as kept, retry_backoff as backoff
       from pgboss.queue where name = 'send-mail'`,
    )
  const { limit = 0, base = 0, most = 0, kept = 0 } = queue ?? {}
  let shortestSeconds = 0
  for (let retry = 0; retry < limit; retry++) {
    shortestSeconds += Math.min(most, (base * 2 ** Math.min(16, retry)) / 2)
  }
  expect(queue?.backoff).toBe(true)
  expect(shortestSeconds).toBeGreaterThan(3 * 86_400)
  expect(kept).toBeGreaterThan(3 * 86_400)
})

test('jobs queued by a process without a handler are run by one that has it', async () => {
  const done: string[] = []
  const { queue } = await start({})
  await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
  await start({ handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) } })
  await expect.poll(() => done).toEqual(['one'])
})

test('stopping waits for the running job', async () => {
  let begin: (() => void) | undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let finished = false
  const { queue, stop } = await start({
    handlers: {
      'send-mail': async () => {
        begin?.()
        await released
        finished = true
      },
    },
  })
  await database.fork().transactional((em) => queue.enqueue(em, 'send-mail', { mailId: 'one' }))
  await begun
  const idle = await start({})
  const stopping = stop().then(() => finished)
  // Meanwhile a process without a job stops; a process that does not wait for its job would do the same.
  await idle.stop()
  release?.()
  expect(await stopping).toBe(true)
  expect(await jobStates(database, 'send-mail')).toEqual([{ state: 'completed', retryCount: 0 }])
})

test('of two processes with the same schedule, one runs an occurrence', async () => {
  const runs: string[] = []
  const schedule = (process: string) => ({
    name: 'sweep',
    cron: '0 0 1 1 *',
    run: async () => void runs.push(process),
  })
  await Promise.all([start({ schedules: [schedule('a')] }), start({ schedules: [schedule('b')] })])
  await makeSchedulesDue(database)
  await expect
    .poll(async () => (await jobStates(database, 'scheduled')).map(({ state }) => state))
    .toEqual(['completed'])
  expect(await jobStates(database, '__pgboss__send-it')).toHaveLength(1)
  expect(runs).toHaveLength(1)
})

test('a schedule that was removed from the program is deleted', async () => {
  const schedule = (name: string) => ({ name, cron: '0 0 1 1 *', run: async () => undefined })
  await start({ schedules: [schedule('old'), schedule('kept')] })
  await start({ schedules: [schedule('kept')] })
  expect(await database.fork().execute('select key from pgboss.schedule')).toEqual([{ key: 'kept' }])
})

test('a worker takes the next job as soon as it has finished one', async () => {
  const { queue, stop } = await start({})
  const mailIds = Array.from({ length: 20 }, (_, n) => `mail ${n}`)
  await database.fork().transactional(async (em) => {
    for (const mailId of mailIds) await queue.enqueue(em, 'send-mail', { mailId })
  })
  await stop()
  const done: string[] = []
  await start({
    handlers: { 'send-mail': async ({ mailId }) => void done.push(mailId) },
    pollSeconds: 3_600,
    mailsAtOnce: 2,
  })
  await expect.poll(() => done.toSorted()).toEqual(mailIds.toSorted())
})

test('sends as many emails concurrently as configured', async () => {
  const held = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const { queue } = await start({
    handlers: {
      'send-mail': async () => {
        running++
        most = Math.max(most, running)
        await held.promise
        running--
      },
    },
    mailsAtOnce: 3,
  })
  await database.fork().transactional(async (em) => {
    for (let n = 0; n < 5; n++) await queue.enqueue(em, 'send-mail', { mailId: String(n) })
  })
  await expect.poll(() => running).toBe(3)
  held.resolve()
  await expect
    .poll(async () => (await jobStates(database, 'send-mail')).map(({ state }) => state))
    .toEqual(Array.from({ length: 5 }, () => 'completed'))
  expect(most).toBe(3)
})
