import { sql } from 'kysely'
import * as v from 'valibot'
import { readRow } from '../../platform/database/rows.ts'
import { migrations } from '../database/migrations/list.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

/** A queue that was not maintained for this long has no running worker; maintenance runs every ten seconds. */
const jobsInactiveSeconds = 300

/** Results are shared for this long, so that frequent requests cost nothing. */
const cacheMs = 1_000

const Count = v.object({ count: v.number() })

/**
 * Returns a function that reports whether this process can serve requests, part by part. It checks each part at most once a second,
 * and whether the process is stopping (`staying` is false then) on every call.
 */
export function createReadiness(deps: {
  database: Database
  storage: FileStorage
  isStopping: () => boolean
}): () => Promise<Record<'database' | 'migrations' | 'storage' | 'jobs' | 'staying', boolean>> {
  const { database, storage, isStopping } = deps
  const runChecks = async () => {
    const [hasDatabase, hasMigrations, hasStorage, hasWorker] = await Promise.all([
      succeeds(() => sql`select 1`.execute(database.fork().getKysely())),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from mikro_orm_migrations`
        return count >= migrations.length
      }),
      succeeds(() => storage.check()),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from pgboss.version
          where cron_on is null or cron_on > now() - make_interval(secs => ${jobsInactiveSeconds})`
        return count > 0
      }),
    ])
    return { database: hasDatabase, migrations: hasMigrations, storage: hasStorage, jobs: hasWorker }
  }
  let cached: { checks: ReturnType<typeof runChecks>; untilMs: number } | null = null
  return async () => {
    const nowMs = performance.now()
    if (cached === null || nowMs >= cached.untilMs) cached = { checks: runChecks(), untilMs: nowMs + cacheMs }
    return { ...(await cached.checks), staying: !isStopping() }
  }
}

/** Whether a check neither fails nor returns false. */
async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await check()) !== false
  } catch {
    return false
  }
}
