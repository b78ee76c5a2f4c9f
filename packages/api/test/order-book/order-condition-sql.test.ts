import { isMet, isOwed, orderConditions, tabConditions } from '@priormark/core/orders/order-conditions'
import { orderStatuses, paymentStates } from '@priormark/core/orders/order'
import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { conditionSql } from '../../src/order-book/order-condition-sql.ts'
import { readRows } from '../../src/platform/database/rows.ts'
import { openTestDatabase } from '../../testing/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const dispute = { reason: 'fraudulent', status: 'needs_response', respondBy: null }

/** Every combination of what conditions compare. */
const combinations = orderStatuses.flatMap((status) =>
  paymentStates.flatMap((paymentState) =>
    [true, false].flatMap((paymentConfirmed) =>
      [null, 'https://example.com/tx'].flatMap((blockchainLink) =>
        [null, dispute].map((secondDispute) => ({
          status,
          paymentState,
          paymentConfirmed,
          blockchainLink,
          secondDispute,
        })),
      ),
    ),
  ),
)

const conditions = Object.entries({ ...orderConditions, ...tabConditions })

test.each(conditions)(
  '%s is the same in the database and in memory, for every order',
  async (_name, condition) => {
    const rows = combinations.map((facts, index) => ({ index, ...facts }))
    const ids = await readRows(
      database.fork(),
      v.object({ index: v.number() }),
      sql`select "index" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("index" int, "status" text, "paymentState" text,
       "paymentConfirmed" boolean, "blockchainLink" text, "secondDispute" jsonb)
     cross join lateral (select given."status" as status, given."paymentState" as payment_state,
       given."paymentConfirmed" as payment_confirmed, given."blockchainLink" as blockchain_link,
       nullif(given."secondDispute", 'null'::jsonb) as second_dispute) as orders
     where ${conditionSql(condition)} order by "index"`,
    )
    expect(ids.map(({ index }) => index)).toEqual(
      rows.filter((facts) => isMet(condition, facts)).map(({ index }) => index),
    )
  },
)

test('money that stops no order is still with the shop, in every rule', () => {
  for (const facts of combinations) {
    expect(isMet(orderConditions.isSealable, facts)).toBe(paymentStopReason(facts) === null)
    expect(isOwed(facts)).toBe(facts.paymentConfirmed && paymentStopReason(facts) === null)
  }
})
