import { PgBoss } from 'pg-boss'

/**
 * Expires every running job of a shop on PostgreSQL at once, as the queue expires those of a dead process after minutes. A job
 * that a live process is running runs again too.
 * @param url of the database
 */
export async function expireRunningJobs(url: string): Promise<void> {
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
    await database.executeSql(
      `update pgboss.job set started_on = started_on - interval '1 day' where state = 'active'`,
    )
    // Otherwise a process that has just looked for expired jobs keeps this call from looking.
    await database.executeSql('update pgboss.queue set monitor_on = null')
    await boss.supervise()
  } finally {
    await boss.stop()
  }
}
