import { openPglite, openPostgres, type Database } from '../../src/db/orm.ts'
import { startPglite } from '../../src/db/pglite.ts'
import { startJobs } from '../../src/jobs/boss-queue.ts'
import { payOrder, silentLog } from '../mail-fixtures.ts'

// Takes a payment and is killed before it can send the confirmation.
// node pay-and-die.ts <postgres address, or the folder of a PGlite database> <e-mail address of the customer>
const [, , place = '', email = ''] = process.argv
const database: Database = place.startsWith('postgres')
  ? await openPostgres(place)
  : await openPglite(await startPglite({ dataDir: place }))
await database.migrate()
const { queue } = await startJobs({ database, handlers: {}, schedules: [], log: silentLog })
await payOrder(database, queue, { email })
process.kill(process.pid, 'SIGKILL')
