import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../../src/platform/database/database.ts'

/** All rows and sequences of a database, and the values that a new row would get. */
async function contents(database: Database): Promise<unknown> {
  const em = database.fork()
  const tables = await em.execute<{ name: string }[]>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1",
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await em.execute(`select to_jsonb(t) - 'created_at' as row from ${name} t order by 1`)
  }
  return { rows, sequences: await em.execute('select sequencename, last_value from pg_sequences order by 1') }
}

test('a database that a test has closed is as new for the next test', async () => {
  const first = await openTestDatabase()
  const before = await contents(first)
  await first.fork().execute('delete from blog_author')
  await first
    .fork()
    .execute(
      'insert into blog_author (id, username, first_name) select n + 9, n, n from generate_series(1, 3000) as n',
    )
  await first.close()

  const second = await openTestDatabase()
  expect(await contents(second)).toEqual(before)
  await second.fork().execute('create table left_by_a_test (n int)')
  await second.close()

  const third = await openTestDatabase()
  expect(await contents(third)).toEqual(before)
  await third.close()
})
