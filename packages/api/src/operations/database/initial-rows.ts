import { randomBytes } from 'node:crypto'
import { fallbackPrice } from '@priormark/core/platform/limits'
import { centsFromDollars } from '@priormark/core/platform/money'
import { sql } from 'kysely'
import type { Em } from '../../platform/database/database.ts'
import { ensureSetting } from '../../platform/database/setting-service.ts'
import { queries } from '../tables.ts'

/** Inserts the rows that every database needs: the price and the key that signs cookies. Idempotent. */
export async function ensureInitialRows(em: Em): Promise<{ sessionKey: string }> {
  await queries(em)
    .insertInto('service_price')
    .values({
      id: 1,
      amount_cents: centsFromDollars(fallbackPrice.checkout),
      updated_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const newKey = randomBytes(32).toString('base64url')
  return { sessionKey: await ensureSetting(em, 'session-key', newKey) }
}
