import { PgBoss } from 'pg-boss'

type BossDatabase = ReturnType<PgBoss['getDb']>

/** One run of a job: a later one of the same job started at another time. */
const run = `id || ' ' || started_on as run`

/**
 * Expires all running jobs and claims on emails immediately, as happens minutes after a process dies. Running jobs of a live
 * process are run again, too.
 * @param url of a shop on PostgreSQL
 */
export async function expireRunningJobs(url: string): Promise<void> {
  await loseJobs(url, async (database) => {
    await database.executeSql('update order_mail set claimed_until = null where sent_at is null')
    return database.executeSql(
      `update pgboss.job set started_on = started_on - interval '1 day' where state = 'active' returning ${run}`,
    )
  })
}

/** Makes the heartbeats of all running jobs late, as if their processes had been killed a minute ago. */
export async function expireHeartbeats(url: string): Promise<void> {
  await loseJobs(url, (database) =>
    // The process is alive, so one more heartbeat may arrive: with this limit it is late, too.
    database.executeSql(
      `update pgboss.job set heartbeat_seconds = 0 where state = 'active' returning ${run}`,
    ),
  )
}

/** Makes pg-boss find lost jobs immediately. @param lose changes running jobs so that they count as lost, and returns their runs */
async function loseJobs(
  url: string,
  lose: (database: BossDatabase) => ReturnType<BossDatabase['executeSql']>,
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
    const lost = runsOf(await lose(database))
    for (let areFound = false; !areFound;) {
      // Otherwise pg-boss would not look, because another process has just done so.
      await database.executeSql('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
      await boss.supervise()
      // Another process may have begun to look instead of this one.
      const running = runsOf(
        await database.executeSql(`select ${run} from pgboss.job where state = 'active'`),
      )
      areFound = !lost.some((one) => running.includes(one))
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

function runsOf({ rows }: { rows: { run: string }[] }): string[] {
  return rows.map((row) => row.run)
}
