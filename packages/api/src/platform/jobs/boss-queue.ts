import { randomUUID } from 'node:crypto'
import { PgBoss, fromKysely, fromPglite, type ConstructorOptions, type Job, type QueueOptions } from 'pg-boss'
import { failureOf, type Log } from '../logging/log.ts'
import type { Database } from '../database/database.ts'
import { openBossDatabase } from './boss-database.ts'
import type { JobData, JobHandler, JobHandlers, JobName, JobQueue, Schedule } from './job-queue.ts'

/** The longest delay between two attempts to send an email. */
export const mailRetrySeconds = 900

/**
 * The first retry comes within about ten seconds; later ones are at most a quarter of an hour apart. Even if jitter halves every
 * delay, retries last more than four days. send-mail.ts decides when to give up on an email.
 */
const mailOptions: QueueOptions = {
  retryLimit: 800,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: mailRetrySeconds,
  expireInSeconds: 210,
  heartbeatSeconds: 30,
}

/**
 * For jobs that a schedule repeats: the next run does the work of a failed one. Without a heartbeat, a job of a killed process would
 * block the next one until it expires.
 */
const repeatedOptions = { retryLimit: 0, heartbeatSeconds: 60, deleteAfterSeconds: 86_400 }
const anchorOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 600 }
/** The backup of a large shop takes hours. */
const backupOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 6 * 3600 }
/** No sweep takes an hour. */
const scheduledOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 3600 }

/** `short` drops a job while one with its key is queued, `exclusive` also while one runs; `standard` keeps all. */
const queues: Record<JobName, { policy: 'standard' | 'short' | 'exclusive'; options: QueueOptions }> = {
  'send-mail': { policy: 'standard', options: mailOptions },
  'send-links': { policy: 'standard', options: mailOptions },
  'send-account-mail': { policy: 'standard', options: mailOptions },
  'send-account-notice': { policy: 'standard', options: mailOptions },
  anchor: { policy: 'short', options: anchorOptions },
  backup: { policy: 'exclusive', options: backupOptions },
}

const scheduledQueue = 'scheduled'

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
export async function startJobs({
  database,
  handlers,
  schedules,
  delaysSeconds = {},
  pollSeconds = 2,
  mailsAtOnce = 5,
  directUrl = null,
  listenTimeoutMs,
  stopTimeoutMs,
  scheduleSeconds,
  log,
}: JobsDeps): Promise<Jobs> {
  const { boss, queue, stop } = await startBoss(
    { database, directUrl, listenTimeoutMs, stopTimeoutMs, log, delaysSeconds },
    {
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      cronMonitorIntervalSeconds: scheduleSeconds ?? 10,
      cronWorkerIntervalSeconds: scheduleSeconds ?? 5,
    },
  )
  const workerDeps: WorkerDeps = { boss, queue, pollSeconds, log }
  await startWorkers(workerDeps, 'send-mail', handlers['send-mail'], mailsAtOnce)
  await startWorkers(workerDeps, 'send-links', handlers['send-links'])
  await startWorkers(workerDeps, 'send-account-mail', handlers['send-account-mail'])
  await startWorkers(workerDeps, 'send-account-notice', handlers['send-account-notice'])
  await startWorkers(workerDeps, 'anchor', handlers.anchor, 2)
  await startWorkers(workerDeps, 'backup', handlers.backup)
  await startScheduler({ ...workerDeps, pollSeconds: scheduleSeconds ?? 5 }, schedules)
  return { queue, stop }
}

/** Opens the queue for a command, which only adds jobs. A server runs them. */
export function openQueue(deps: Pick<JobsDeps, 'database' | 'log'>): Promise<Jobs> {
  return startBoss(deps, { supervise: false, schedule: false })
}

async function startBoss(
  { log, delaysSeconds = {}, stopTimeoutMs = 25_000, ...input }: Omit<JobsDeps, 'handlers' | 'schedules'>,
  options: ConstructorOptions,
): Promise<Jobs & { boss: PgBoss }> {
  const { close, ...connection } = openConnection({ ...input, log })
  const boss = new PgBoss({ ...connection, useListenNotify: true, ...options })
  boss.on('error', (error) => {
    // pg-boss passes on copies of errors, which are not instances of Error.
    const code = 'code' in error ? error.code : undefined
    log.error({ code, reason: error.message }, 'jobs: the queue reported an error')
  })
  boss.on('warning', ({ message }) => log.warn(`jobs: ${message}`))
  await boss.start()

  for (const [name, { policy, options }] of Object.entries(queues)) {
    await prepareQueue(boss, name, policy, { ...options, notify: true })
  }
  await prepareQueue(boss, scheduledQueue, 'exclusive', scheduledOptions)

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
}: Pick<JobsDeps, 'database' | 'directUrl' | 'listenTimeoutMs' | 'log'>): ConstructorOptions & {
  close(): Promise<void>
} {
  if (pglite !== null) return { backend: 'pglite', db: fromPglite(pglite), close: async () => {} }
  if (url === null) throw new Error('a database must have an address or an instance')
  const db = openBossDatabase({ url, listenUrl: directUrl ?? url, listenTimeoutMs, log })
  return { db, close: () => db.close() }
}

async function prepareQueue(
  boss: PgBoss,
  name: string,
  policy: string,
  options: QueueOptions & { notify?: boolean },
): Promise<void> {
  await boss.createQueue(name, { ...options, policy })
  // createQueue() does not change the options of a queue that exists.
  await boss.updateQueue(name, options)
  // Fills pg-boss's cache of queues. Otherwise the first enqueue would read the queue over pg-boss's own connection inside a
  // transaction. PGlite has only one connection, so this would deadlock.
  await boss.findJobs(name, { id: randomUUID() })
}

interface WorkerDeps {
  boss: PgBoss
  queue: JobQueue
  pollSeconds: number
  log: Log
}

async function startWorkers<Name extends JobName>(
  { boss, queue, pollSeconds, log }: WorkerDeps,
  name: Name,
  handler: JobHandler<Name> | undefined,
  atOnce = 1,
): Promise<void> {
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
  { boss, queue, pollSeconds, log }: WorkerDeps,
  schedules: Schedule[],
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
    { pollingIntervalSeconds: pollSeconds },
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
