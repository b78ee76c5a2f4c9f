import { formatDeadline } from '@priormark/core/platform/dates'
import type { Order } from '../../order-book/order-entity.ts'

/** Formats a date in the customer's time zone: 'Tue, Nov 24, 8:05 AM EST', with a year if asked. */
export function dateText({ timeZone }: Pick<Order, 'timeZone'>, at: Date, { withYear = false } = {}): string {
  return formatDeadline(at.toISOString(), { timeZone: timeZone ?? 'UTC', named: true, withYear })
}
