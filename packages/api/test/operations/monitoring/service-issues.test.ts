import { afterAll, describe, expect, test, vi } from 'vitest'
import { findClockDifference, findFutureOrders } from '../../../src/operations/monitoring/service-issues.ts'
import { buildOrder } from '../../../testing/builders/order.ts'
import { openTestDatabase } from '../../../testing/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

/** The issue when the database's clock shows another time than this machine's. */
async function differenceOf(databaseAheadMs: number): ReturnType<typeof findClockDifference> {
  // Once, because PGlite reads the same clock.
  const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() - databaseAheadMs)
  try {
    return await findClockDifference(database.fork())
  } finally {
    clock.mockRestore()
  }
}

describe('the health of clocks', () => {
  test('is reported when the server and the database differ by more than 30 seconds', async () => {
    expect(await findClockDifference(database.fork())).toBeNull()
    expect(await differenceOf(20_000)).toBeNull()
    expect(await differenceOf(-20_000)).toBeNull()
    expect(await differenceOf(45_000)).toMatchObject({
      kind: 'clock_wrong',
      title: 'The server’s clock is 45 seconds behind the database’s',
    })
    expect(await differenceOf(-3 * 86_400_000)).toMatchObject({
      title: 'The server’s clock is 3 days ahead of the database’s',
    })
  })

  test('names orders that are dated in the future', async () => {
    const em = database.fork()
    buildOrder(em)
    await em.flush()
    expect(await findFutureOrders(em)).toBeNull()
    const { id } = buildOrder(em, { paidAt: new Date(Date.now() + 3 * 86_400_000) })
    await em.flush()
    expect(await findFutureOrders(em)).toMatchObject({
      kind: 'dates_ahead',
      title: '1 order is dated in the future',
      orders: [id],
    })
  })
})
