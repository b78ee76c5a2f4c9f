import { sql } from 'kysely'
import * as v from 'valibot'
import { readRow } from '../../platform/database/rows.ts'
import { migrations } from '../database/migrations/list.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

/** Reports whether this process can serve requests, part by part. */
type Readiness = () => Promise<{
  database: boolean
  migrations: boolean
  storage: boolean
  jobs: boolean
  /** False once the process has been asked to stop. */
  staying: boolean
}>

/** A queue that was not maintained for this long has no running worker; maintenance runs every ten seconds. */
const jobsInactiveSeconds = 300

/** Results are shared for this long, so that frequent requests cost nothing. */
const sharedMs = 1_000

const Count = v.object({ count: v.number() })

/** Checks each part at most once a second, and whether the process is stopping on every call. */
export function createReadiness({
  database,
  storage,
  isStopping,
}: {
  database: Database
  storage: FileStorage
  isStopping: () => boolean
}): Readiness {
  const ask = async () => {
    const [connected, migrated, stored, working] = await Promise.all([
      succeeds(async () => {
        await sql`select 1`.execute(database.fork().getKysely())
        return true
      }),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from mikro_orm_migrations`
        return count >= migrations.length
      }),
      succeeds(async () => {
        await storage.check()
        return true
      }),
      succeeds(async () => {
        const { count } = await readRow(database.fork(), Count)`
          select count(*)::int as count from pgboss.version
          where cron_on is null or cron_on > now() - make_interval(secs => ${jobsInactiveSeconds})`
        return count > 0
      }),
    ])
    return { database: connected, migrations: migrated, storage: stored, jobs: working }
  }
  let shared: { response: ReturnType<typeof ask>; untilMs: number } | null = null
  return async () => {
    const nowMs = performance.now()
    if (shared === null || nowMs >= shared.untilMs) shared = { response: ask(), untilMs: nowMs + sharedMs }
    return { ...(await shared.response), staying: !isStopping() }
  }
}

async function succeeds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch {
    return false
  }
}
