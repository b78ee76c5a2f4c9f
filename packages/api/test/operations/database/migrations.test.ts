import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../../src/operations/database/migrations/list.ts'
import { openPglite, openPostgres } from '../../../src/operations/database/orm.ts'
import { startPglite } from '../../../src/operations/database/pglite.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { createServerDatabase, testServerUrl } from '../../../testing/database-server.ts'

/** Moves the data of a table into a new column, as a migration between two releases would. */
class Migration20300101000000_signature extends Migration {
  override name = 'Migration20300101000000_signature'

  override up(): void {
    this.addSql('alter table "blog_author" add column "signature" text')
    this.addSql(`update "blog_author" set "signature" = 'By ' || "first_name"`)
    this.addSql('alter table "blog_author" alter column "signature" set not null')
  }
}

class Migration20300102000000_broken extends Migration {
  override name = 'Migration20300102000000_broken'

  override up(): void {
    this.addSql('delete from "blog_author"')
    this.addSql('select 1 / 0')
  }
}

type List = NonNullable<Parameters<typeof openPglite>[1]>

/** Opens the same database with other migrations, as another release would. */
let open: (list: List) => Promise<Database>
let drop: () => Promise<void>
beforeAll(async () => {
  if (testServerUrl === null) {
    const pglite = await startPglite()
    open = (list) => openPglite(pglite, list)
    drop = () => pglite.close()
  } else {
    const server = await createServerDatabase(testServerUrl)
    open = (list) => openPostgres(server.url, { migrationsList: list })
    drop = server.drop
  }
})
afterAll(() => drop())

async function migrate(list: List): Promise<void> {
  const database = await open(list)
  try {
    await database.migrate()
  } finally {
    await database.close()
  }
}

async function readAuthors(): Promise<unknown> {
  const database = await open(migrations)
  const rows = await database.fork().execute('select * from blog_author order by id')
  await database.close()
  return rows
}

test('migrations create what the entities describe, keep data, run once, and change nothing if one fails', async () => {
  await migrate(migrations)
  const first = await open(migrations)
  expect(await first.findSchemaDrift()).toBe('')
  await first.close()
  expect(await readAuthors()).toEqual([{ id: 1, first_name: 'The editors', username: 'editors' }])

  const next = [...migrations, Migration20300101000000_signature]
  await migrate(next)
  await migrate(next)
  const migrated = [{ id: 1, first_name: 'The editors', username: 'editors', signature: 'By The editors' }]
  expect(await readAuthors()).toEqual(migrated)

  await expect(migrate([...next, Migration20300102000000_broken])).rejects.toThrow('division by zero')
  expect(await readAuthors()).toEqual(migrated)
})
