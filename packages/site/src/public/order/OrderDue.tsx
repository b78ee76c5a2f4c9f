import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { Deadline } from './Deadline.tsx'

/** When an order will be recorded; nothing for one that is recorded or never will be. */
export function OrderDue({ order: { startsAt, recordedBy } }: { order: OrderProgress }) {
  if (recordedBy === null) return null
  if (startsAt === null) {
    return (
      <p className="order-due">
        We’ll record it by <Deadline iso={recordedBy} />.
      </p>
    )
  }
  return (
    <p className="order-due">
      We start on <Deadline iso={startsAt} />, when your cancellation period ends, and record your work by{' '}
      <Deadline iso={recordedBy} />.
    </p>
  )
}
