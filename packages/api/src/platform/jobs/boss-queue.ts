import { randomUUID } from 'node:crypto'
import { PgBoss, fromKysely, fromPglite, type ConstructorOptions, type Job, type QueueOptions } from 'pg-boss'
import { failureOf, type Log } from '../logging/log.ts'
import type { Database } from '../database/database.ts'
import { openBossDatabase } from './boss-database.ts'
import type { JobData, JobHandler, JobHandlers, JobName, JobQueue, Schedule } from './job-queue.ts'

/** How long a job that is neither a batch nor scheduled waits at most, in seconds. */
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
 * For what a schedule repeats: the next run does the work of a failed one. Without a heartbeat, a killed process would block it until
 * it expires.
 */
const repeatedOptions = { retryLimit: 0, heartbeatSeconds: 60, deleteAfterSeconds: 86_400 }
const anchorOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 600 }
/** A large shop takes hours. */
const backupOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 6 * 3600 }
/** No sweep takes an hour. */
const scheduledOptions: QueueOptions = { ...repeatedOptions, expireInSeconds: 3600 }

/**
 * `short` keeps at most one queued job per key and drops others, `exclusive` also while one runs; `standard` keeps all.
 */
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
 * How many times less often a queue is polled while notifications announce its new jobs: then polling only finds retries. It would
 * be most of what an idle server does.
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
   * How often queues are polled without NOTIFY, such as behind a connection pooler, and the queue of batches always. With NOTIFY,
   * the others are polled only for retries, and less often.
   */
  pollSeconds?: number
  /** How many emails are sent concurrently. */
  mailsAtOnce?: number
  /** The database's address without a pooler; by default the usual one. */
  directUrl?: string | null
  /** How long the first notification may take before polling replaces them, in milliseconds. Five seconds by default. */
  listenTimeoutMs?: number | undefined
  /** How long stopping waits for running jobs, in milliseconds. 25 seconds by default. */
  stopTimeoutMs?: number | undefined
  /** How often due schedules and their jobs are looked for, from 1 to 45 seconds. */
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
  const worked: WorkerDeps = { boss, queue, pollSeconds, log }
  await work(worked, 'send-mail', handlers['send-mail'], mailsAtOnce)
  await work(worked, 'send-links', handlers['send-links'])
  await work(worked, 'send-account-mail', handlers['send-account-mail'])
  await work(worked, 'send-account-notice', handlers['send-account-notice'])
  await work(worked, 'anchor', handlers.anchor, 2)
  await work(worked, 'backup', handlers.backup)
  await workSchedules({ ...worked, pollSeconds: scheduleSeconds ?? 5 }, schedules)
  return { queue, stop }
}

/** Opens the queue only to add jobs, which a server runs. For commands. */
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
    log.error({ code, reason: error.message }, 'jobs: the queue failed')
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
  // A queue that exists keeps its options otherwise.
  await boss.updateQueue(name, options)
  // Fills pg-boss's cache of queues. Otherwise the first enqueue would read the queue over pg-boss's own connection inside a
  // transaction. PGlite has only one connection, so this would deadlock.
  await boss.findJobs(name, { id: randomUUID() })
}

/** The dependencies of the workers. */
interface WorkerDeps {
  boss: PgBoss
  queue: JobQueue
  pollSeconds: number
  log: Log
}

async function work<Name extends JobName>(
  { boss, queue, pollSeconds, log }: WorkerDeps,
  name: Name,
  handler: JobHandler<Name> | undefined,
  atOnce = 1,
): Promise<void> {
  if (handler === undefined) return
  const options = {
    pollingIntervalSeconds: pollSeconds,
    // A batch waits for its seconds, so it is polled for as often with notifications as without.
    notifyPollingIntervalSeconds: pollSeconds * (name === 'anchor' ? 1 : notifiedPollFactor),
  }
  const startWorker = async () => {
    const worker = boss.work<JobData[Name]>(name, options, async ([job]) => {
      if (job === undefined) return
      try {
        await logged(log, name, job, () => handler(job.data, job.signal, queue))
      } finally {
        // There may be more jobs, so the worker looks again immediately and waits only when it finds none.
        boss.notifyWorker(await worker)
      }
    })
    await worker
  }
  await Promise.all(Array.from({ length: atOnce }, startWorker))
}

async function workSchedules(
  { boss, queue, pollSeconds, log }: WorkerDeps,
  schedules: Schedule[],
): Promise<void> {
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  for (const { key } of await boss.getSchedules(scheduledQueue)) {
    if (!byName.has(key)) await boss.unschedule(scheduledQueue, key)
  }
  for (const { name, cron } of schedules) {
    // Catches up after downtime: of the runs that were missed, the last one is made up for.
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
      const schedule = job === undefined ? undefined : byName.get(job.data.schedule)
      if (job === undefined || schedule === undefined) return
      await logged(log, schedule.name, job, () => schedule.run(queue))
    },
  )
}

/** Logs a failed job without the error's message, which may contain customer data. pg-boss stores it with the job. */
async function logged(log: Log, name: string, job: Job<unknown>, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    log.warn({ job: name, jobId: job.id, ...failureOf(error) }, 'jobs: a job failed')
    throw error
  }
}
