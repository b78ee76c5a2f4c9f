import type { AccountNotice } from '@priormark/core/staff/auth/account-endpoints'
import type { Em } from '../database/database.ts'

/** The data of each kind of job. Contains no customer data; jobs read everything else when they run. */
export interface JobData {
  'send-mail': { mailId: string }
  /**
   * Emails the links to all orders of a customer, who is named by one of them. Null if no customer has the address: such a job does
   * nothing, and makes the request take as long as any other. If `isLimited`, the address has received enough emails, and the job
   * only records that.
   */
  'send-links': { orderId: string | null; isLimited: boolean; requestedAt: string }
  /**
   * Emails a link for an administrator's account: an existing one, or one that the job creates for setting a new password. Both are
   * null if no administrator has the address; see `send-links`.
   */
  'send-account-mail': { linkId: string | null; resetFor: ResetFor | null; requestedAt: string }
  /** Emails an administrator about a change of their account. Contains the address, because a former one is stored nowhere else. */
  'send-account-notice': {
    notice: AccountNotice
    adminId: string
    email: string
    by: string
    changedAt: string
  }
  /** Seals the orders that are due and advances the anchors (proofs/anchoring/anchoring-cycle.ts). Has no data: it finds its work in the database. */
  anchor: Record<string, never>
  /** Makes a backup of the shop. `startedBy` is null for the schedule. */
  backup: { startedBy: string | null }
}

/** The administrator whose password a link sets, and where the request came from: each origin has its own limit of emails. */
export interface ResetFor {
  adminId: string
  /** 'browser' if they last logged in there, the network if they have logged in from it, or 'elsewhere'. */
  origin: string
}

export type JobName = keyof JobData

export interface JobOptions {
  /** The delay in seconds; by default the configured delay of its kind, usually 0. */
  afterSeconds?: number
}

/** Queues work for later. */
export interface JobQueue {
  /**
   * Queues a job in the transaction of `em`: the job exists if and only if that transaction commits. At most one delayed and
   * one immediate job of kind `anchor` are queued, and at most one of kind `backup` is queued or runs; others are dropped, since
   * the queued ones do their work.
   */
  enqueue<Name extends JobName>(em: Em, name: Name, data: JobData[Name], options?: JobOptions): Promise<void>
}

/**
 * Runs one job. A rejection means that it is tried again later. `signal` aborts when the job has run too long or the process
 * stops; `queue` accepts further jobs.
 */
export type JobHandler<Name extends JobName> = (
  data: JobData[Name],
  signal: AbortSignal,
  queue: JobQueue,
) => Promise<void>

/** Jobs of a kind without a handler are queued here and run by another process. */
export type JobHandlers = { [Name in JobName]?: JobHandler<Name> }

/** Recurring work. Among all processes on a database, one runs each occurrence, and never two of a name at a time. */
export interface Schedule {
  /** Letters, digits, hyphens. */
  name: string
  /** Minute, hour, day of the month, month, weekday; in UTC. */
  cron: string
  run(queue: JobQueue): Promise<unknown>
}
