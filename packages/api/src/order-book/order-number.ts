import { sql } from 'kysely'
import * as v from 'valibot'
import type { Em } from '../platform/database/database.ts'
import { readRow } from '../platform/database/rows.ts'

/** More orders than a shop takes between a backup and its loss. */
const skippedByRestore = 10_000

const NextNumber = v.object({ number: v.number() })

/**
 * Returns the number of a new order. The database's sequence never returns a number twice, whatever is rolled back or killed, so
 * numbers have gaps. An order has its number from the start, as in Shopify, because a customer who cannot pay writes about it too.
 */
export async function nextOrderNumber(em: Em): Promise<number> {
  const { number } = await readRow(em, NextNumber, sql`select nextval('orders_number_seq')::int as number`)
  return number
}

/** Skips the numbers that the shop may have assigned since the backup: customers have receipts with them. */
export async function skipOrderNumbers(em: Em): Promise<void> {
  await readRow(
    em,
    NextNumber,
    sql`select setval('orders_number_seq', nextval('orders_number_seq') + ${skippedByRestore})::int as number`,
  )
}
