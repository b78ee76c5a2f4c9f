import { startJobs } from '../../src/platform/jobs/boss-queue.ts'
import { openPlace } from '../stable-place.ts'
import { payOrder } from '../mail-fixtures.ts'
import { silentLog } from '../silent-log.ts'

// Takes a payment and is killed before it can send the confirmation. node pay-and-die.ts <postgres URL, or the folder
// of a PGlite database> <email address of the customer>
const [, , place = '', email = ''] = process.argv
const database = await openPlace(place)
await database.migrate()
const { queue } = await startJobs({ database, handlers: {}, schedules: [], log: silentLog })
await payOrder(database, queue, { email })
process.kill(process.pid, 'SIGKILL')
