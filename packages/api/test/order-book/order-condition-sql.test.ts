import {
  isMet,
  isOwed,
  isTrue,
  orderConditions,
  stopConditions,
  tabConditions,
} from '@priormark/core/orders/order-conditions'
import { orderStatuses, paymentStates, stopReasons } from '@priormark/core/orders/order'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { conditionSql } from '../../src/order-book/order-condition-sql.ts'
import { readRows } from '../../src/platform/database/rows.ts'
import { openTestDatabase } from '../../testing/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const disputes = [
  null,
  ...['needs_response', 'lost'].map((status) => ({ reason: 'fraudulent', status, respondBy: null })),
]

/** Every combination of what conditions compare. */
const combinations = orderStatuses.flatMap((status) =>
  paymentStates.flatMap((paymentState) =>
    [true, false].flatMap((paymentConfirmed) =>
      [null, 'https://example.com/tx'].flatMap((blockchainLink) =>
        disputes.flatMap((dispute) =>
          disputes.map((secondDispute) => ({
            status,
            paymentState,
            paymentConfirmed,
            confirmationEmailSent: status === 'completed',
            fulfillmentEmailSent: paymentConfirmed,
            blockchainLink,
            dispute,
            secondDispute,
          })),
        ),
      ),
    ),
  ),
)

const conditions = Object.entries({
  ...orderConditions,
  ...stopConditions,
  ...tabConditions,
  isConfirmationSent: isTrue('confirmationEmailSent'),
  isFulfillmentSent: isTrue('fulfillmentEmailSent'),
})

test.each(conditions)(
  '%s is the same in the database and in memory, for every order',
  async (_name, condition) => {
    const rows = combinations.map((facts, index) => ({ index, ...facts }))
    const ids = await readRows(
      database.fork(),
      v.object({ index: v.number() }),
      sql`select "index" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("index" int, "status" text, "paymentState" text,
       "paymentConfirmed" boolean, "confirmationEmailSent" boolean, "fulfillmentEmailSent" boolean, "blockchainLink" text, "dispute" jsonb, "secondDispute" jsonb)
     cross join lateral (select given."status" as status, given."paymentState" as payment_state,
       given."paymentConfirmed" as payment_confirmed,
       given."confirmationEmailSent" as confirmation_email_sent, given."fulfillmentEmailSent" as fulfillment_email_sent, given."blockchainLink" as blockchain_link,
       nullif(given."dispute", 'null'::jsonb) as dispute,
       nullif(given."secondDispute", 'null'::jsonb) as second_dispute) as orders
     where ${conditionSql(condition)} order by "index"`,
    )
    expect(ids.map(({ index }) => index)).toEqual(
      rows.filter((facts) => isMet(condition, facts)).map(({ index }) => index),
    )
  },
)

test('an order is stopped for exactly one reason, and otherwise its money is still with the shop', () => {
  for (const facts of combinations) {
    const reasons = stopReasons.filter((reason) => isMet(stopConditions[reason], facts))
    expect(reasons).toHaveLength(isMet(orderConditions.isSealable, facts) ? 0 : 1)
    expect(isOwed(facts)).toBe(facts.paymentConfirmed && reasons.length === 0)
  }
})
