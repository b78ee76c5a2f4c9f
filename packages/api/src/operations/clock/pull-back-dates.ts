import { sql, type RawBuilder } from 'kysely'
import { queries } from '../tables.ts'
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
 * The queue's tables must exist.
 * @returns how many were pulled back
 */
export async function pullBackDates(em: Em, dates: readonly WaitingDate[]): Promise<number> {
  let pulled = 0
  for (const date of dates) {
    const { column, longestSeconds } = date
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(date.table)} set ${sql.ref(column)} = now() + make_interval(secs => ${longestSeconds})
      where ${aheadCondition(date)}`.execute(queries(em))
    pulled += Number(numAffectedRows)
  }
  const step = sql<number>`extract(epoch from now()) / ${sql.lit(totpSeconds)}`
  const { numUpdatedRows } = await queries(em)
    .updateTable('admin')
    .set({ totp_step: sql<number>`floor(${step})` })
    .where('totp_step', '>', sql<number>`${step} + ${sql.lit(toleranceSeconds / totpSeconds)}`)
    .executeTakeFirstOrThrow()
  return pulled + Number(numUpdatedRows)
}

/** The condition of rows that are dated further ahead than anything ever waits. */
function aheadCondition({ column, longestSeconds, where = 'true' }: WaitingDate): RawBuilder<unknown> {
  const latest = sql`now() + make_interval(secs => ${longestSeconds + toleranceSeconds})`
  return sql`${sql.raw(where)} and ${sql.ref(column)} > ${latest}`
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
