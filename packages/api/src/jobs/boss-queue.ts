import { randomUUID } from 'node:crypto'
import { PgBoss, fromKysely, fromPglite, type ConstructorOptions, type Job, type QueueOptions } from 'pg-boss'
import { failureOf, type Log } from '../logging/log.ts'
import type { Database } from '../sql/database.ts'
import { openBossDatabase } from './boss-database.ts'
import type { JobData, JobHandler, JobHandlers, JobName, JobQueue, Schedule } from './job-queue.ts'

/**
 * The first retry comes after a few seconds, later ones at most a quarter of an hour apart: with jitter halving every
 * delay that is more than four days of trying. How long a mail is worth trying is the mail's affair (send-mail.ts).
 */
const mailOptions: QueueOptions = {
  retryLimit: 800,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 210,
  heartbeatSeconds: 30,
}

/** The next run, by the clock at the latest, does what a failed one left. */
const anchorOptions: QueueOptions = {
  retryLimit: 0,
  expireInSeconds: 600,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 86_400,
}

/** `short` keeps at most one queued job of a key and drops the others; `standard` keeps all. */
const queues: Record<JobName, { policy: 'standard' | 'short'; options: QueueOptions }> = {
  'send-mail': { policy: 'standard', options: mailOptions },
  anchor: { policy: 'short', options: anchorOptions },
}

const scheduledQueue = 'scheduled'

/**
 * A failed run is made up for by the next, so nothing is retried; an hour is more than any sweep takes. Without a heartbeat a
 * process that is killed would keep its schedule from running for that hour.
 */
const scheduledOptions: QueueOptions = {
  retryLimit: 0,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 86_400,
}

/** How often jobs without a heartbeat are looked for, in seconds. */
const superviseSeconds = 10

/** How long a stopping process waits for the jobs in hand, in milliseconds. */
const stopTimeoutMs = 25_000

export interface Jobs {
  queue: JobQueue
  /** Takes no more jobs, finishes those in hand, closes the connections. Call it before closing the database. */
  stop: () => Promise<void>
}

export interface JobsInput {
  database: Database
  handlers: JobHandlers
  schedules: Schedule[]
  /** How long jobs of a kind wait where nothing else is said, in seconds. */
  delaysSeconds?: Partial<Record<JobName, number>>
  /** New jobs announce themselves; polling finds retries, and covers a listener that a connection pooler swallows. */
  pollSeconds?: number
  /** How many mails are sent at once. */
  mailsAtOnce?: number
  /** Where the database is reached without a pooler; where nothing is said, as everywhere else. */
  directUrl?: string | null
  /** How often due schedules and the jobs of schedules are looked for; from 1 to 45. */
  scheduleSeconds?: number
  log: Log
}

/** Starts working. Jobs can be queued from the moment this resolves, so await it before taking requests. */
export async function startJobs({
  database,
  handlers,
  schedules,
  delaysSeconds = {},
  pollSeconds = 2,
  mailsAtOnce = 5,
  directUrl = null,
  scheduleSeconds,
  log,
}: JobsInput): Promise<Jobs> {
  const { close, ...connection } = openConnection(database, directUrl, log)
  const boss = new PgBoss({
    ...connection,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: scheduleSeconds ?? 10,
    cronWorkerIntervalSeconds: scheduleSeconds ?? 5,
  })
  boss.on('error', (error) => {
    // pg-boss hands on copies of errors that are no Error any more.
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
      if (!em.isInTransaction()) throw new Error(`${name}: a job is queued in the transaction it belongs to`)
      const id = await boss.send(name, data, {
        db: fromKysely(em.getKysely()),
        startAfter: afterSeconds,
        // Only a `short` queue looks at it: what is to run at once is not dropped for what waits.
        singletonKey: afterSeconds > 0 ? 'later' : 'now',
      })
      if (id === null && queues[name].policy !== 'short') throw new Error(`${name}: the job was not queued`)
    },
  }

  const worked: Working = { boss, queue, pollSeconds, log }
  if (handlers['send-mail'] !== undefined) await work(worked, 'send-mail', handlers['send-mail'], mailsAtOnce)
  if (handlers.anchor !== undefined) await work(worked, 'anchor', handlers.anchor, 2)
  await workSchedules({ ...worked, pollSeconds: scheduleSeconds ?? 5 }, schedules)
  return {
    queue,
    async stop() {
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await close()
    },
  }
}

function openConnection(
  { pglite, url }: Database,
  directUrl: string | null,
  log: Log,
): ConstructorOptions & { close(): Promise<void> } {
  if (pglite !== null) return { backend: 'pglite', db: fromPglite(pglite), close: async () => {} }
  if (url === null) throw new Error('a database has either an address or an instance')
  const db = openBossDatabase({ url, listenUrl: directUrl ?? url, log })
  return { db, close: () => db.close() }
}

async function prepareQueue(
  boss: PgBoss,
  name: string,
  policy: string,
  options: QueueOptions & { notify?: boolean },
): Promise<void> {
  await boss.createQueue(name, { ...options, policy })
  // What was created by an earlier version gets this version's options.
  await boss.updateQueue(name, options)
  // Fills pg-boss's cache of queues. Otherwise the first enqueue would read the queue over pg-boss's own connection from
  // inside a transaction, and PGlite has but one connection: both would wait for ever.
  await boss.findJobs(name, { id: randomUUID() })
}

/** What workers share. */
interface Working {
  boss: PgBoss
  queue: JobQueue
  pollSeconds: number
  log: Log
}

async function work<Name extends JobName>(
  { boss, queue, pollSeconds, log }: Working,
  name: Name,
  handler: JobHandler<Name>,
  atOnce: number,
): Promise<void> {
  const options = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds }
  const startWorker = async () => {
    const worker = boss.work<JobData[Name]>(name, options, async ([job]) => {
      if (job === undefined) return
      try {
        await logged(log, name, job, () => handler(job.data, job.signal, queue))
      } finally {
        // Where there was one, there may be more: it looks again at once, and waits only when it finds nothing.
        boss.notifyWorker(await worker)
      }
    })
    await worker
  }
  await Promise.all(Array.from({ length: atOnce }, startWorker))
}

async function workSchedules(
  { boss, queue, pollSeconds, log }: Working,
  schedules: Schedule[],
): Promise<void> {
  const byName = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  for (const { key } of await boss.getSchedules(scheduledQueue)) {
    if (!byName.has(key)) await boss.unschedule(scheduledQueue, key)
  }
  for (const { name, cron } of schedules) {
    // A shop that sleeps at night still sweeps: of what came due meanwhile, the last occurrence runs.
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

/** Says which job failed, and how, without the message: it may carry a customer's data. pg-boss keeps it with the job. */
async function logged(log: Log, name: string, job: Job<unknown>, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn({ job: name, jobId: job.id, ...failureOf(error) }, 'jobs: a job failed')
    throw error
  }
}
