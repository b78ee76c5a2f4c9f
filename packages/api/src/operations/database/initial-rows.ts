import { randomBytes } from 'node:crypto'
import { fallbackPrice } from '@priormark/core/platform/limits'
import { centsFromDollars } from '@priormark/core/platform/money'
import type { Em } from '../../platform/database/database.ts'

/** Inserts the rows that every database needs: the price and the key that signs cookies. Idempotent. */
export async function ensureInitialRows(em: Em): Promise<{ sessionKey: string }> {
  await em.execute(
    'insert into service_price (id, amount_cents, updated_at) values (1, ?, now()) on conflict (id) do nothing',
    [centsFromDollars(fallbackPrice.checkout)],
  )
  await em.execute(
    "insert into setting (name, value) values ('session-key', ?) on conflict (name) do nothing",
    [randomBytes(32).toString('base64url')],
  )
  const [row] = await em.execute<{ value: string }[]>("select value from setting where name = 'session-key'")
  if (row === undefined) throw new Error('the key that signs cookies is missing')
  return { sessionKey: row.value }
}
