import type { CheckResult } from '@priormark/core/platform/check-result'
import { migrations } from '../database/migrations/list.ts'
import { openPostgres } from '../database/orm.ts'
import { counted } from '@priormark/core/platform/counted'
import { areNotificationsDelivered } from '../../platform/jobs/boss-database.ts'
import { checkClock } from './check-machine.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/** The oldest tested version, in the format of server_version_num. */
const oldestVersion = 150_000

/**
 * Checks the database without changing it: reachable, new enough, with its extensions and tables.
 * @param options.directUrl the address without a pooler
 * @param options.listenTimeoutMs how long a notification may take
 */
export async function checkDatabase(
  url: string | null,
  isProduction: boolean,
  options: { directUrl?: string | null; listenTimeoutMs?: number } = {},
): Promise<CheckResult[]> {
  if (url === null) return [checkEmbedded(isProduction)]
  const database = await openPostgres(url, { max: 1 })
  try {
    const em = database.fork()
    const [server] = await em.execute<{ version: number; name: string; now: Date; canCreate: boolean }[]>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
              now() as now, has_database_privilege(current_database(), 'create') as "canCreate"`,
    )
    const extensions = await em.execute<{ isInstalled: boolean }[]>(
      `select installed_version is not null as "isInstalled" from pg_available_extensions where name = 'pg_trgm'`,
    )
    const [migrationsTable] = await em.execute<{ exists: boolean }[]>(
      `select to_regclass('mikro_orm_migrations') is not null as exists`,
    )
    const appliedMigrations =
      migrationsTable?.exists === true
        ? await em.execute<{ name: string }[]>('select name from mikro_orm_migrations')
        : []
    return [
      checkVersion(server?.version ?? 0, server?.name ?? 'unknown'),
      checkClock('the database', new Date(server?.now ?? 0)),
      checkTrigrams(extensions[0]?.isInstalled),
      checkTables(new Set(appliedMigrations.map(({ name }) => name)), server?.canCreate === true),
      await checkNotifications({ ...options, url, listenUrl: options.directUrl ?? url }),
    ]
  } catch (error) {
    return [
      problem(
        `The database does not respond (${reasonOf(error)}).`,
        'Check DATABASE_URL (host, port, name, user, password), that PostgreSQL is running, and that it accepts connections from this machine (pg_hba.conf, firewall).',
      ),
    ]
  } finally {
    await database.close()
  }
}

async function checkNotifications(
  connection: Parameters<typeof areNotificationsDelivered>[0],
): Promise<CheckResult> {
  if (await areNotificationsDelivered(connection)) return fine('Notifications of new jobs arrive.')
  return warning(
    'Notifications of new jobs do not arrive: emails are sent up to two seconds later, and sweeps of large tables may run into the time limit of requests.',
    'A pooler in transaction mode does not deliver them: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
}

function checkEmbedded(isProduction: boolean): CheckResult {
  if (!isProduction) return fine('The database runs inside the server, in DATA_DIR.')
  return warning(
    'DATABASE_URL is not set: the database runs inside the server and does not flush every write to disk.',
    'Set DATABASE_URL to your own PostgreSQL; npm run move-to-postgres moves the data.',
  )
}

function checkVersion(version: number, name: string): CheckResult {
  if (version >= oldestVersion) return fine(`PostgreSQL ${name} responds.`)
  return problem(`PostgreSQL ${name} is too old.`, 'Use PostgreSQL 15 or newer.')
}

function checkTrigrams(isInstalled: boolean | undefined): CheckResult {
  if (isInstalled === true) return fine('The extension pg_trgm is installed.')
  if (isInstalled === false) return fine('The extension pg_trgm is available; the first start installs it.')
  return problem(
    'The extension pg_trgm is missing: search cannot work.',
    "Install PostgreSQL's contrib package (Debian: postgresql-contrib), or enable pg_trgm at the provider.",
  )
}

function checkTables(appliedNames: ReadonlySet<string>, canCreate: boolean): CheckResult {
  const names = migrations.map(({ name }) => name)
  const newerNames = Array.from(appliedNames).filter((name) => !names.includes(name))
  if (newerNames.length > 0) {
    return problem(
      `The database was already used by a newer version (${newerNames.join(', ')}).`,
      'Run that version again, or restore the backup from before it (docs/upgrading.md).',
    )
  }
  const pendingCount = names.filter((name) => !appliedNames.has(name)).length
  if (pendingCount === 0) return fine('All migrations are applied.')
  const pendingText = counted(pendingCount, 'migration is pending', 'migrations are pending')
  if (!canCreate) {
    return problem(
      `${pendingText}, and the user of DATABASE_URL may not create tables.`,
      'Grant that user CREATE on the database and on its schema public.',
    )
  }
  return warning(
    `${pendingText}; the next start applies ${pendingCount === 1 ? 'it' : 'them'}.`,
    'Make a backup first (npm run backup).',
  )
}
