import { startJobs, type Jobs, type JobsDeps } from '../../../src/platform/jobs/boss-queue.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { silentLog } from '../../../testing/silent-log.ts'

/** Starts jobs that are polled often, and wait for notifications and running jobs however busy the machine is. */
export function startTestJobs(database: Database, input: Partial<JobsDeps>): Promise<Jobs> {
  return startJobs({
    database,
    handlers: {},
    schedules: [],
    pollSeconds: 0.5,
    scheduleSeconds: 1,
    listenTimeoutMs: 60_000,
    stopTimeoutMs: 900_000,
    log: silentLog,
    ...input,
  })
}

/** Simulates two years without a process, so that the last New Year's occurrence is due at the next check. */
export async function makeSchedulesDue(database: Database): Promise<void> {
  await database.fork().transactional(async (em) => {
    // A check that waited only for the changed row would claim it with the time that it read before, and find nothing due.
    await em.execute('lock table pgboss.version in access exclusive mode')
    await em.execute("update pgboss.schedule set created_on = now() - interval '2 years'")
    await em.execute("update pgboss.version set cron_on = now() - interval '2 years'")
  })
}
