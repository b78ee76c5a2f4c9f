import { PgBoss } from 'pg-boss'

/**
 * Expires every running job and every claim on a mail at once, as happens to those of a dead process after minutes.
 * Jobs in progress of a live process run again, too.
 * @param url of a shop on PostgreSQL
 */
export async function expireRunningJobs(url: string): Promise<void> {
  await withSupervisor(url, async (database) => {
    await database.executeSql('update order_mail set claimed_until = null where sent_at is null')
    await database.executeSql(
      `update pgboss.job set started_on = started_on - interval '1 day' where state = 'active'`,
    )
  })
}

/** Lets a minute pass for the heartbeats of all running jobs, as if their processes had been killed before it. */
export async function missHeartbeats(url: string): Promise<void> {
  await withSupervisor(url, async (database) => {
    await database.executeSql(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '61 seconds' where state = 'active'`,
    )
  })
}

/** Changes jobs and lets pg-boss look for those that are lost, at once. */
async function withSupervisor(
  url: string,
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
    // Otherwise a process that has just looked for lost jobs keeps this call from looking.
    await database.executeSql('update pgboss.queue set monitor_on = null')
    await boss.supervise()
    // Skips the delay before a retry.
    await database.executeSql(`update pgboss.job set start_after = now() where state = 'retry'`)
  } finally {
    await boss.stop()
  }
}
