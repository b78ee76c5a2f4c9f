import { failureOf, type Log } from '../../platform/logging/log.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import type { WaitingDate } from './waiting-dates.ts'

/** Clocks of several machines differ a little. */
const toleranceSeconds = 60

const everyMs = 2 * 60_000

/** The steps of a second factor's codes, in seconds: a used code cannot be used again. */
const totpSeconds = 30

/**
 * Pulls dates back that are further in the future than anything ever waits, to the longest delay from now, by the database's clock.
 * What a clock that was ahead has dated would otherwise stand still until that time comes.
 * @returns how many were pulled back
 */
export async function pullBackDates(em: Em, dates: readonly WaitingDate[]): Promise<number> {
  let pulled = 0
  for (const date of dates) {
    if (!(await tableExists(em, date.table))) continue
    const { column, longestSeconds } = date
    const rows = await em.execute<unknown[]>(
      `update ${date.table} set ${column} = now() + make_interval(secs => ?) where ${aheadCondition(date)} returning 1`,
      [longestSeconds],
    )
    pulled += rows.length
  }
  const steps = await em.execute<unknown[]>(
    `update admin set totp_step = floor(extract(epoch from now()) / ${totpSeconds})
     where totp_step > extract(epoch from now() + make_interval(secs => ${toleranceSeconds})) / ${totpSeconds} returning 1`,
  )
  return pulled + steps.length
}

/** The condition of rows that are dated further ahead than anything ever waits. */
function aheadCondition({ column, longestSeconds, where = 'true' }: WaitingDate): string {
  return `${where} and ${column} > now() + make_interval(secs => ${longestSeconds + toleranceSeconds})`
}

/** Commands and tests run without the queue's tables. */
async function tableExists(em: Em, table: string): Promise<boolean> {
  const [row] = await em.execute<{ exists: boolean }[]>(`select to_regclass(?) is not null as "exists"`, [
    table,
  ])
  return row?.exists === true
}

/** Looks now and every few minutes. Not a schedule, because a wrong clock stops those. */
export async function watchDates(
  { database, log }: { database: Database; log: Log },
  dates: readonly WaitingDate[],
): Promise<{ stop(): Promise<void> }> {
  const look = async () => {
    try {
      const count = await pullBackDates(database.fork(), dates)
      if (count > 0) log.warn({ count }, 'clock: dates too far in the future were pulled back')
    } catch (error) {
      log.warn(failureOf(error), 'clock: dates in the future were not looked for')
    }
  }
  let looking = look()
  await looking
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
