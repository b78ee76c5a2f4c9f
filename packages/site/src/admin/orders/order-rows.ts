import { createRowCursor } from '../ui/row-keys.ts'

/** The current row of the list of orders. */
export const orderCursor = createRowCursor('order')

/** The address of an order's own screen. */
export function orderPath(id: string): string {
  return `/admin/orders/${id}`
}
