import { randomUUID } from 'node:crypto'
import { PgBoss, fromKysely, fromPglite, type ConstructorOptions, type Job, type Queue } from 'pg-boss'
import { failureOf, type Log } from '../logging/log.ts'
import type { Database } from '../database/database.ts'
import { openBossDatabase } from './boss-database.ts'
import type { JobData, JobHandlers, JobName, JobQueue, Schedule } from './job-queue.ts'

/** The longest delay between two attempts to send an email. */
export const mailRetrySeconds = 900

/**
 * The first retry comes within about ten seconds; later ones are at most a quarter of an hour apart. Even if jitter halves every
 * delay, retries last more than four days. send-mail.ts decides when to give up on an email.
 */
const mailQueue = {
  policy: 'standard',
  retryLimit: 800,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: mailRetrySeconds,
  expireInSeconds: 210,
  heartbeatSeconds: 30,
  notify: true,
} as const

/**
 * For jobs that a schedule repeats: the next run does the work of a failed one. Without a heartbeat, a job of a killed process would
 * block the next one until it expires.
 */
const repeatedQueue = { retryLimit: 0, heartbeatSeconds: 60, deleteAfterSeconds: 86_400, notify: true }

const scheduledQueue = 'scheduled'

/** The policy `short` drops a job while one with its key is queued, `exclusive` also while one runs; `standard` keeps all. */
const queues: Record<JobName | typeof scheduledQueue, Omit<Queue, 'name'>> = {
  'send-mail': mailQueue,
  'send-links': mailQueue,
  'send-account-mail': mailQueue,
  'send-account-notice': mailQueue,
  anchor: { ...repeatedQueue, policy: 'short', expireInSeconds: 600 },
  // The backup of a large shop takes hours.
  backup: { ...repeatedQueue, policy: 'exclusive', expireInSeconds: 6 * 3600 },
  // No sweep takes an hour.
  [scheduledQueue]: { ...repeatedQueue, policy: 'exclusive', expireInSeconds: 3600, notify: false },
}

/** How often jobs without a heartbeat are detected, in seconds. */
const superviseSeconds = 10

/**
 * Multiplies the polling interval while notifications announce new jobs. Polling then finds only retries, and at the usual interval
 * would be most of an idle server's work.
 */
const notifiedPollFactor = 5

export interface Jobs {
  queue: JobQueue
  /** Takes no more jobs, finishes the running ones, and closes the connections. Call before closing the database. */
  stop: () => Promise<void>
}

export interface JobsDeps {
  database: Database
  handlers: JobHandlers
  schedules: Schedule[]
  /** The default delay of each kind of job, in seconds. */
  delaysSeconds?: Partial<Record<JobName, number>>
  /**
   * The polling interval without NOTIFY, such as behind a connection pooler. With NOTIFY, all queues except `anchor` are polled less
   * often.
   */
  pollSeconds?: number
  /** How many emails are sent concurrently. */
  mailsAtOnce?: number
  /** The database's address without a pooler; by default the database's usual address. */
  directUrl?: string | null
  /** How long to wait for a test notification before polling is used instead, in milliseconds. Five seconds by default. */
  listenTimeoutMs?: number | undefined
  /** How long stopping waits for running jobs, in milliseconds. 25 seconds by default. */
  stopTimeoutMs?: number | undefined
  /** How often due schedules and their jobs are polled for, from 1 to 45 seconds. */
  scheduleSeconds?: number
  log: Log
}

/** Starts the workers. Jobs can be queued once this resolves, so await it before accepting requests. */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { mailsAtOnce = 5, scheduleSeconds } = deps
  const jobs = await startBoss(deps, {
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: scheduleSeconds ?? 10,
    cronWorkerIntervalSeconds: scheduleSeconds ?? 5,
  })
  await startWorkers(deps, jobs, 'send-mail', mailsAtOnce)
  await startWorkers(deps, jobs, 'send-links')
  await startWorkers(deps, jobs, 'send-account-mail')
  await startWorkers(deps, jobs, 'send-account-notice')
  await startWorkers(deps, jobs, 'anchor', 2)
  await startWorkers(deps, jobs, 'backup')
  await startScheduler(deps, jobs)
  return jobs
}

/** Opens the queue for a command, which only adds jobs. A server runs them. */
export function openQueue(deps: Pick<JobsDeps, 'database' | 'log'>): Promise<Jobs> {
  return startBoss(deps, { supervise: false, schedule: false })
}

interface StartedBoss extends Jobs {
  boss: PgBoss
}

async function startBoss(
  deps: Omit<JobsDeps, 'handlers' | 'schedules'>,
  options: ConstructorOptions,
): Promise<StartedBoss> {
  const { log, delaysSeconds = {}, stopTimeoutMs = 25_000 } = deps
  const { close, ...connection } = openConnection(deps)
  const boss = new PgBoss({ ...connection, useListenNotify: true, ...options })
  boss.on('error', (error) => {
    // pg-boss passes on copies of errors, which are not instances of Error.
    const code = 'code' in error ? error.code : undefined
    log.error({ code, reason: error.message }, 'jobs: the queue reported an error')
  })
  boss.on('warning', ({ message }) => log.warn(`jobs: ${message}`))
  await boss.start()

  for (const [name, { policy = 'standard', ...options }] of Object.entries(queues)) {
    await boss.createQueue(name, { ...options, policy })
    // createQueue() does not change the options of a queue that exists.
    await boss.updateQueue(name, options)
    // Fills pg-boss's cache of queues. Otherwise the first enqueue would read the queue over pg-boss's own connection inside a
    // transaction. PGlite has only one connection, so this would deadlock.
    await boss.findJobs(name, { id: randomUUID() })
  }

  const queue: JobQueue = {
    async enqueue(em, name, data, { afterSeconds = delaysSeconds[name] ?? 0 } = {}) {
      if (!em.isInTransaction()) throw new Error(`${name}: a job must be queued in a transaction`)
      const id = await boss.send(name, data, {
        db: fromKysely(em.getKysely()),
        startAfter: afterSeconds,
        // Standard queues ignore it. An immediate job must not be dropped because a delayed one exists.
        singletonKey: afterSeconds > 0 ? 'later' : 'now',
      })
      if (id === null && queues[name].policy === 'standard')
        throw new Error(`${name}: the job was not queued`)
    },
  }
  return {
    boss,
    queue,
    async stop() {
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await close()
    },
  }
}

function openConnection({
  database: { pglite, url },
  directUrl = null,
  listenTimeoutMs,
  log,
}: Omit<JobsDeps, 'handlers' | 'schedules'>): ConstructorOptions & { close(): Promise<void> } {
  if (pglite !== null) return { backend: 'pglite', db: fromPglite(pglite), close: async () => {} }
  if (url === null) throw new Error('a database must have an address or an instance')
  const db = openBossDatabase({ url, listenUrl: directUrl ?? url, listenTimeoutMs, log })
  return { db, close: () => db.close() }
}

async function startWorkers<Name extends JobName>(
  { handlers, pollSeconds = 2, log }: JobsDeps,
  { boss, queue }: StartedBoss,
  name: Name,
  atOnce = 1,
): Promise<void> {
  const handler = handlers[name]
  if (handler === undefined) return
  const options = {
    pollingIntervalSeconds: pollSeconds,
    // Notifications do not announce when the delay of an anchor job has passed, so its queue is always polled at the usual interval.
    notifyPollingIntervalSeconds: pollSeconds * (name === 'anchor' ? 1 : notifiedPollFactor),
  }
  const startWorker = async () => {
    const worker = boss.work<JobData[Name]>(name, options, async ([job]) => {
      if (job === undefined) return
      try {
        await runAndLogFailure(log, name, job, () => handler(job.data, job.signal, queue))
      } finally {
        // There may be more jobs, so the worker looks again immediately and waits only when it finds none.
        boss.notifyWorker(await worker)
      }
    })
    await worker
  }
  await Promise.all(Array.from({ length: atOnce }, startWorker))
}

async function startScheduler(
  { schedules, scheduleSeconds = 5, log }: JobsDeps,
  { boss, queue }: StartedBoss,
): Promise<void> {
  const schedulesByName = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  for (const { key } of await boss.getSchedules(scheduledQueue)) {
    if (!schedulesByName.has(key)) await boss.unschedule(scheduledQueue, key)
  }
  for (const { name, cron } of schedules) {
    // After downtime, the last of the missed runs is made up for.
    await boss.schedule(
      scheduledQueue,
      cron,
      { schedule: name },
      { key: name, singletonKey: name, missed: 'once' },
    )
  }
  await boss.work<{ schedule: string }>(
    scheduledQueue,
    { pollingIntervalSeconds: scheduleSeconds },
    async ([job]) => {
      const schedule = job === undefined ? undefined : schedulesByName.get(job.data.schedule)
      if (job === undefined || schedule === undefined) return
      await runAndLogFailure(log, schedule.name, job, () => schedule.run(queue))
    },
  )
}

/** Runs a job, and logs a failure without the error's message, which may contain customer data. pg-boss stores it with the job. */
async function runAndLogFailure(log: Log, name: string, job: Job<unknown>, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    log.warn({ job: name, jobId: job.id, ...failureOf(error) }, 'jobs: a job failed')
    throw error
  }
}
