import type { JobData, JobName, JobOptions, JobQueue } from '../src/platform/jobs/job-queue.ts'

export interface QueuedJob {
  name: JobName
  data: JobData[JobName]
  options?: JobOptions
}

export interface RecordedQueue extends JobQueue {
  /** All jobs, in order. */
  queued: QueuedJob[]
  /** The emails among them. */
  mailIds: string[]
  /** The options of the cycles of anchoring among them. */
  cycles: (JobOptions | undefined)[]
}

/**
 * A queue that records jobs and does not run them. Like the real queue it requires a transaction, so that job and change commit
 * together.
 */
export function recordedQueue(): RecordedQueue {
  const queued: QueuedJob[] = []
  const mailIds: string[] = []
  const cycles: (JobOptions | undefined)[] = []
  return {
    queued,
    mailIds,
    cycles,
    async enqueue(em, name, data, options) {
      if (!em.isInTransaction()) throw new Error('jobs must be queued in a transaction')
      queued.push({ name, data, ...(options === undefined ? {} : { options }) })
      if ('mailId' in data) mailIds.push(data.mailId)
      if (name === 'anchor') cycles.push(options)
    },
  }
}
