import type { Statement } from '../src/orders/order-list.ts'

/** Converts a statement to the driver's placeholders: `$1` for the first `?`, and so on. */
export function numbered({ sql, params }: Statement): Statement {
  let count = 0
  return { sql: sql.replace(/\?/g, () => `$${(count += 1)}`), params }
}
