import type { JobQueue } from '../src/jobs/job-queue.ts'

/** A queue that records emails without sending them, for tests that run the handler themselves. */
export function recordedJobs(): JobQueue & { mailIds: string[] } {
  const mailIds: string[] = []
  return {
    mailIds,
    async enqueue(_em, _name, data) {
      if ('mailId' in data) mailIds.push(data.mailId)
    },
  }
}
