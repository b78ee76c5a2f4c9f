import { PgBoss } from 'pg-boss'

/**
 * Expires all running jobs and claims on emails immediately, as happens minutes after a process dies. Running jobs of a live
 * process are run again, too.
 * @param url of a shop on PostgreSQL
 */
export async function expireRunningJobs(url: string): Promise<void> {
  await withSupervisor(url, `started_on < now() - interval '12 hours'`, async (database) => {
    await database.executeSql('update order_mail set claimed_until = null where sent_at is null')
    await database.executeSql(
      `update pgboss.job set started_on = started_on - interval '1 day' where state = 'active'`,
    )
  })
}

/** Makes the heartbeats of all running jobs late, as if their processes had been killed a minute ago. */
export async function expireHeartbeats(url: string): Promise<void> {
  await withSupervisor(url, 'heartbeat_seconds = 0', async (database) => {
    // The process is alive, so one more heartbeat may arrive: with this limit it is late, too.
    await database.executeSql(`update pgboss.job set heartbeat_seconds = 0 where state = 'active'`)
  })
}

/**
 * Changes jobs, and makes pg-boss look for lost ones immediately.
 * @param lateJobs the condition that such a job meets until pg-boss has found it
 */
async function withSupervisor(
  url: string,
  lateJobs: string,
  change: (database: ReturnType<PgBoss['getDb']>) => Promise<void>,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await boss.start()
  try {
    const database = boss.getDb()
    await change(database)
    for (let areLate = true; areLate;) {
      // Otherwise pg-boss would not look, because another process has just done so.
      await database.executeSql('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
      await boss.supervise()
      const { rows } = await database.executeSql(
        `select 1 from pgboss.job where state = 'active' and ${lateJobs}`,
      )
      // Another process may have begun to look instead of this one.
      areLate = rows.length > 0
    }
    await database.executeSql(
      `update pgboss.job set heartbeat_seconds = queue.heartbeat_seconds from pgboss.queue
       where job.name = queue.name and job.heartbeat_seconds = 0`,
    )
    // Skips the delay before a retry.
    await database.executeSql(`update pgboss.job set start_after = now() where state = 'retry'`)
  } finally {
    await boss.stop()
  }
}
