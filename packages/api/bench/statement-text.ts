import type { Statement } from '../src/orders/order-list.ts'

/** A statement as the driver takes it: `$1` for the first `?`, and so on. */
export function numbered({ sql, params }: Statement): Statement {
  let count = 0
  return { sql: sql.replace(/\?/g, () => `$${(count += 1)}`), params }
}
