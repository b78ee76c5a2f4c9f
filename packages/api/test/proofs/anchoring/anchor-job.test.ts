import { afterEach, beforeEach, expect, test } from 'vitest'
import { startJobs, type Jobs, type JobsDeps } from '../../../src/platform/jobs/boss-queue.ts'
import type { JobOptions } from '../../../src/platform/jobs/job-queue.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'

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

async function start(input: Partial<JobsDeps> = {}): Promise<Jobs> {
  const jobs = await startJobs({ database, handlers: {}, schedules: [], log: silentLog, ...input })
  started.push(jobs)
  return jobs
}

async function enqueue({ queue }: Jobs, options?: JobOptions): Promise<void> {
  await database.fork().transactional((em) => queue.enqueue(em, 'anchor', {}, options))
}

/** Returns the delay of each queued job, in seconds. */
async function waits(): Promise<number[]> {
  const rows = await database
    .fork()
    .execute<{ seconds: number }[]>(
      "select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job where name = 'anchor' order by 1",
    )
  return rows.map(({ seconds }) => Math.round(seconds))
}

test('delays a job by its own delay, or else by that of its kind', async () => {
  const jobs = await start({ delaysSeconds: { anchor: 300 } })
  await enqueue(jobs)
  expect(await waits()).toEqual([300])
})

test('queues one cycle for several payments, without dropping a job that is due at once', async () => {
  const jobs = await start({ delaysSeconds: { anchor: 300 } })
  for (let n = 0; n < 5; n += 1) await enqueue(jobs)
  for (let n = 0; n < 5; n += 1) await enqueue(jobs, { afterSeconds: 0 })
  expect(await waits()).toEqual([0, 300])
})

test('queues another cycle while one runs, to handle what the first one missed', async () => {
  let runs = 0
  const jobs: Jobs = await start({
    handlers: {
      anchor: async (_data, _signal, queue) => {
        runs += 1
        if (runs === 1) await database.fork().transactional((em) => queue.enqueue(em, 'anchor', {}))
      },
    },
  })
  await enqueue(jobs)
  await expect.poll(() => runs).toBe(2)
})
