import type { Em } from '../../platform/database/database.ts'

/**
 * How many jobs of a queue are in each state. `late`: due for more than an hour and not started; `failedLastHour`: will
 * not be retried, and failed in the last hour.
 */
export interface QueueCounts {
  queue: string
  waiting: number
  active: number
  failed: number
  late: number
  failedLastHour: number
}

/** Counts the jobs of every queue. */
export async function readQueueCounts(em: Em): Promise<QueueCounts[]> {
  return em.execute<QueueCounts[]>(
    `select queue.name as queue,
       count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '1 hour')::int as late,
       count(*) filter (where state = 'failed' and completed_on > now() - interval '1 hour')::int as "failedLastHour"
     from pgboss.queue left join pgboss.job on job.name = queue.name
     where queue.name not like '\\_\\_pgboss%' group by queue.name order by queue.name`,
  )
}
