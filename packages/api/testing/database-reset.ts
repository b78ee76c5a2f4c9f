/** What a database holds right after its creation: enough to return to that state without creating it again. */
export interface Snapshot {
  /** A digest of the tables, columns, indexes, triggers, functions and settings; a test that changes it spoils its database. */
  shape: string
  /** The tables that have rows. */
  filled: { table: string; columns: string; rows: string }[]
  /** Statements that set each sequence. */
  sequences: string[]
}

/** Runs one statement, or several without parameters, and returns the rows of the last one. */
export type RunSql = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>

const userSchemas = `('pg_catalog', 'information_schema', 'pg_toast')`

const shapeSql = `
  with namespaces as (
    select oid, nspname from pg_namespace where nspname not in ${userSchemas} and nspname not like 'pg\\_t%'
  ), classes as (
    select c.oid, c.relname, c.reloptions from pg_class c join namespaces n on n.oid = c.relnamespace
  ), parts(part) as (
    select concat('n', nspname) from namespaces
    union all select concat('c', oid, relname, reloptions) from classes
    union all select concat('a', attrelid, attname, atttypid, attnotnull, attisdropped) from pg_attribute
      where attrelid in (select oid from classes)
    union all select concat('k', oid, conname, convalidated) from pg_constraint
    union all select concat('t', oid, tgenabled) from pg_trigger
    union all select concat('p', oid, md5(prosrc)) from pg_proc where pronamespace in (select oid from namespaces)
    union all select concat('s', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  )
  select md5(string_agg(part, ' ' order by part)) as shape from parts`

const tablesSql = `
  select format('%I.%I', schemaname, tablename) as "table",
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = format('%I.%I', schemaname, tablename)::regclass
        and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_tables where schemaname not in ${userSchemas}`

const sequencesSql = `
  select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value is not null) as statement
  from pg_sequences`

/** Reads the state to return to. */
export async function takeSnapshot(run: RunSql): Promise<Snapshot> {
  const filled: Snapshot['filled'] = []
  for (const { table, columns } of await run(tablesSql)) {
    const [found] = await run(`select json_agg(t)::text as rows from ${String(table)} t`)
    if (typeof found?.['rows'] === 'string') {
      filled.push({ table: String(table), columns: String(columns), rows: found['rows'] })
    }
  }
  const sequences = (await run(sequencesSql)).map(({ statement }) => String(statement))
  return { shape: await shapeOf(run), filled, sequences }
}

/**
 * Returns a database to the state of a snapshot. Truncating leaves no dead rows, among which new ones would be stored in another
 * order than in a new database.
 *
 * @returns false if its tables or settings have changed, so that it must be created again
 */
export async function returnTo(snapshot: Snapshot, run: RunSql): Promise<boolean> {
  if ((await shapeOf(run)) !== snapshot.shape) return false
  // As a replica, the database neither checks foreign keys nor runs triggers.
  await run(`
    set session_replication_role = replica;
    do $$
    declare filled text;
    begin
      -- A table without pages has no rows. Looking into each table would take as long as the rest.
      select string_agg(format('%I.%I', schemaname, tablename), ', ') into filled from pg_tables
        where schemaname not in ${userSchemas}
          and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0;
      if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
    end $$`)
  for (const { table, columns, rows } of snapshot.filled) {
    await run(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    )
  }
  await run(`${snapshot.sequences.join(';')}; set session_replication_role = default`)
  return true
}

async function shapeOf(run: RunSql): Promise<string> {
  const [row] = await run(shapeSql)
  return String(row?.['shape'])
}
