import type { Em } from '../sql/database.ts'

/** What each kind of job carries. Ids only: a job reads the rest when it runs. */
export interface JobData {
  'send-mail': { mailId: string }
  /** Seals the orders that are due and drives the anchors (anchors/anchoring.ts). Carries nothing: it looks itself. */
  anchor: Record<string, never>
}

export type JobName = keyof JobData

export interface JobOptions {
  /** How long the job waits, in seconds; where nothing is said, as long as its kind does by configuration, mostly 0. */
  afterSeconds?: number
}

/** Where services leave work for later. */
export interface JobQueue {
  /**
   * Queues a job in the transaction of `em`: it exists if and only if that transaction commits. Of kind `anchor` at most
   * one job that waits and one that is to run at once are queued; a further one is dropped, since those do its work.
   */
  enqueue<Name extends JobName>(em: Em, name: Name, data: JobData[Name], options?: JobOptions): Promise<void>
}

/**
 * Does one job. Rejecting means 'try again later'. `signal` falls when the job has run too long or the process ends;
 * `queue` takes further work.
 */
export type JobHandler<Name extends JobName> = (
  data: JobData[Name],
  signal: AbortSignal,
  queue: JobQueue,
) => Promise<void>

/** A kind of job without a handler is queued here and done by another process. */
export type JobHandlers = { [Name in JobName]?: JobHandler<Name> }

/** Work that recurs. Of all processes on a database one runs each occurrence, and never two of a name at a time. */
export interface Schedule {
  /** Letters, digits, hyphens. */
  name: string
  /** Minute, hour, day of the month, month, weekday; in UTC. */
  cron: string
  run(queue: JobQueue): Promise<void>
}
