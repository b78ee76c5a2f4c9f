import { sql } from 'kysely'
import * as v from 'valibot'
import { readRows } from '../database/rows.ts'
import type { Em } from '../database/database.ts'

/** How many jobs of a queue are in each state. Failed jobs will not be retried. */
const QueueCounts = v.object({
  queue: v.string(),
  waiting: v.number(),
  active: v.number(),
  failed: v.number(),
  /** Due for more than an hour and not started. */
  late: v.number(),
  failedLastHour: v.number(),
})
export type QueueCounts = v.InferOutput<typeof QueueCounts>

/** Whether a row of `pgboss.job` waits to be run. */
export const isJobWaiting = sql`state in ('created', 'retry')`

/** Counts the jobs of every queue. */
export function readQueueCounts(em: Em): Promise<QueueCounts[]> {
  return readRows(em, QueueCounts)`
    select queue.name as queue,
      count(*) filter (where ${isJobWaiting})::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where ${isJobWaiting} and start_after < now() - interval '1 hour')::int as late,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 hour')::int as "failedLastHour"
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%' group by queue.name order by queue.name`
}
