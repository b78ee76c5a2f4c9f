import { openPglite } from '../database/orm.ts'
import { startPglite } from '../database/pglite.ts'

// `npm run migration -- NAME`: writes a migration from the difference between the entities and the migrated empty database.
const pglite = await startPglite()
const database = await openPglite(pglite)
await database.migrate()
const fileName = await database.createMigration(process.argv[2] ?? 'change')
process.stdout.write(
  fileName === null ? 'The migrations are up to date.\n' : `Written: ${fileName}. Add it to list.ts.\n`,
)
await database.close()
await pglite.close()
