import { migrations } from '../db/migrations/list.ts'
import { openPostgres } from '../db/orm.ts'
import { checkClock } from './check-machine.ts'
import { fine, problem, reasonOf, warning, type CheckResult } from './check-result.ts'

/** The oldest tested version, in the format of server_version_num. */
const oldestVersion = 150_000

/**
 * Checks that the database is reachable, recent enough, and has the required extensions and tables. Changes nothing.
 */
export async function checkDatabase(url: string | null, production: boolean): Promise<CheckResult[]> {
  if (url === null) return [insideThisProcess(production)]
  const database = await openPostgres(url, { max: 1 })
  try {
    const em = database.fork()
    const [server] = await em.execute<{ version: number; name: string; now: Date; canMake: boolean }[]>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
              now() as now, has_database_privilege(current_database(), 'create') as "canMake"`,
    )
    const extensions = await em.execute<{ isInstalled: boolean }[]>(
      `select installed_version is not null as "isInstalled" from pg_available_extensions where name = 'pg_trgm'`,
    )
    const [known] = await em.execute<{ there: boolean }[]>(
      `select to_regclass('mikro_orm_migrations') is not null as there`,
    )
    const done =
      known?.there === true
        ? await em.execute<{ name: string }[]>('select name from mikro_orm_migrations')
        : []
    return [
      versionOf(server?.version ?? 0, server?.name ?? 'unknown'),
      checkClock('the database', new Date(server?.now ?? 0)),
      trigrams(extensions[0]?.isInstalled),
      tables(new Set(done.map(({ name }) => name)), server?.canMake === true),
    ]
  } catch (error) {
    return [
      problem(
        `The database does not answer (${reasonOf(error)}).`,
        'Check DATABASE_URL (host, port, name, user, password), that PostgreSQL runs, and that it lets this machine in (pg_hba.conf, firewall).',
      ),
    ]
  } finally {
    await database.close()
  }
}

function insideThisProcess(production: boolean): CheckResult {
  if (!production) return fine('The database runs inside the server, in DATA_DIR.')
  return warning(
    'DATABASE_URL is not set: the database runs inside the server and does not flush every write to disk.',
    'Set DATABASE_URL to a PostgreSQL of your own; npm run move-to-postgres brings the data over.',
  )
}

function versionOf(version: number, name: string): CheckResult {
  if (version >= oldestVersion) return fine(`PostgreSQL ${name} answers.`)
  return problem(`PostgreSQL ${name} is too old.`, 'Use PostgreSQL 15 or newer.')
}

function trigrams(isInstalled: boolean | undefined): CheckResult {
  if (isInstalled === true) return fine('The extension pg_trgm is there.')
  if (isInstalled === false) return fine('The extension pg_trgm can be made; the first start does.')
  return problem(
    'The extension pg_trgm is missing: search cannot work.',
    "Install PostgreSQL's contrib package (Debian: postgresql-contrib), or turn pg_trgm on at the provider's.",
  )
}

function tables(done: ReadonlySet<string>, canMake: boolean): CheckResult {
  const known = migrations.map(({ name }) => name)
  const newer = Array.from(done).filter((name) => !known.includes(name))
  if (newer.length > 0) {
    return problem(
      `The database was used by a newer version already (${newer.join(', ')}).`,
      'Run that version again, or restore the backup from before it (docs/upgrading.md).',
    )
  }
  const open = known.filter((name) => !done.has(name)).length
  if (open === 0) return fine('All migrations have run.')
  if (!canMake) {
    return problem(
      `${open} migrations are to run, and the user of DATABASE_URL may not make tables.`,
      'GRANT CREATE ON DATABASE and on its schema public to that user.',
    )
  }
  return warning(
    `${open} migrations are to run; the next start runs them.`,
    'Make a backup before it (npm run backup).',
  )
}
