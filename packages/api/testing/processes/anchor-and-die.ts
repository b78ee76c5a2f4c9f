import process from 'node:process'
import { startJobs } from '../../src/platform/jobs/boss-queue.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { anchorsWith, payOrders, runCycle, succeedingPort } from '../anchoring-fixtures.ts'
import { openPlace } from '../stable-place.ts'
import { silentLog } from '../silent-log.ts'

// Takes a payment, seals it, brings it into a block and is killed at one of these transactions, or at the end. node
// anchor-and-die.ts <postgres URL, or the folder of a PGlite database> <before|after> <number of the transaction>
const [, , place = '', moment = '', number = ''] = process.argv

/** Kills this process before or after the commit of a transaction. The payment is number 1. */
function mortal(database: Database): Database {
  let begun = 0
  return {
    ...database,
    fork() {
      const em = database.fork()
      const transactional = em.transactional.bind(em)
      em.transactional = async (work, options) => {
        begun += 1
        const isLast = begun === Number(number)
        const result = await transactional(async (tx) => {
          const made = await work(tx)
          await tx.flush()
          if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL')
          return made
        }, options)
        if (isLast && moment === 'after') process.kill(process.pid, 'SIGKILL')
        return result
      }
      return em
    },
  }
}

const database = await openPlace(place)
await database.migrate()
const { queue: jobs } = await startJobs({ database, handlers: {}, schedules: [], log: silentLog })
const deps = { database: mortal(database), jobs }
await payOrders(deps.database, jobs, 1)
const anchors = anchorsWith([succeedingPort(deps)], { batchSeconds: 0 })
for (let n = 0; n < 3; n += 1) await runCycle(deps, anchors)
process.kill(process.pid, 'SIGKILL')
