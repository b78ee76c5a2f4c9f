import {
  isMet,
  isOwed,
  isTrue,
  orderConditions,
  stopConditions,
  tabConditions,
  type OrderCondition,
} from '@priormark/core/orders/order-conditions'
import { orderStatuses, paymentStates, stopReasons } from '@priormark/core/orders/order'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { conditionSql } from '../../src/order-book/order-condition-sql.ts'
import { Order } from '../../src/order-book/order-entity.ts'
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
            secondPaymentIds: secondDispute === null ? null : ['pi_2'],
            startRequestedAt: blockchainLink === null ? null : '2026-11-28T08:00:00Z',
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

/** Returns the positions of the combinations that meet a condition in the database. */
async function positionsInDatabase(condition: RawBuilder<unknown>): Promise<number[]> {
  const rows = await readRows(database.fork(), v.object({ index: v.number() }))`
    select "index" from (
      select "index", "status", "paymentState" as payment_state, "paymentConfirmed" as payment_confirmed,
        "confirmationEmailSent" as confirmation_email_sent, "fulfillmentEmailSent" as fulfillment_email_sent,
        "blockchainLink" as blockchain_link, nullif("dispute", 'null'::jsonb) as dispute,
        nullif("secondDispute", 'null'::jsonb) as second_dispute,
        nullif("secondPaymentIds", 'null'::jsonb) as second_payment_ids, "startRequestedAt" as start_requested_at
      from jsonb_to_recordset(${JSON.stringify(combinations.map((facts, index) => ({ index, ...facts })))}::jsonb) as given(
        "index" int, "status" text, "paymentState" text, "paymentConfirmed" boolean, "confirmationEmailSent" boolean,
        "fulfillmentEmailSent" boolean, "blockchainLink" text, "dispute" jsonb, "secondDispute" jsonb,
        "secondPaymentIds" jsonb, "startRequestedAt" timestamptz)) as orders
    where ${condition} order by "index"`
  return rows.map(({ index }) => index)
}

const positionsInMemory = (condition: OrderCondition) =>
  combinations.flatMap((facts, index) => (isMet(condition, facts) ? [index] : []))

test.each(conditions)(
  '%s is the same in the database and in memory, for every order',
  async (_name, condition) => {
    expect(await positionsInDatabase(conditionSql(condition))).toEqual(positionsInMemory(condition))
  },
)

test('the index of unfulfilled orders has every unfulfilled order', async () => {
  const where = Order.meta.indexes.find(({ name }) => name === 'orders_unfulfilled_index')?.where
  if (typeof where !== 'string') throw new Error('The index has no condition')
  const indexed = new Set(await positionsInDatabase(sql.raw(where)))
  const unfulfilled = positionsInMemory(orderConditions.isUnfulfilled)
  expect(unfulfilled.filter((position) => !indexed.has(position))).toEqual([])
  expect(indexed.size).toBeLessThan(combinations.length)
})

test('an order is stopped for exactly one reason, and otherwise its money is still with the shop', () => {
  for (const facts of combinations) {
    const reasons = stopReasons.filter((reason) => isMet(stopConditions[reason], facts))
    expect(reasons).toHaveLength(isMet(orderConditions.isSealable, facts) ? 0 : 1)
    expect(isOwed(facts)).toBe(facts.paymentConfirmed && reasons.length === 0)
  }
})
