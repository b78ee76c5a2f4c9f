import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { Deadline } from './Deadline.tsx'

/** When an order will be recorded; nothing for one that is recorded or never will be. */
export function OrderDue({ order: { startsAt, recordedBy, isLate } }: { order: OrderProgress }) {
  const { shop } = usePage()
  if (recordedBy === null) return null
  if (isLate) {
    return (
      <p className="order-due" data-late>
        We’re sorry, this is late: we promised to record it by <Deadline iso={recordedBy} />. It’s still in
        line. You can wait, or write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>.
      </p>
    )
  }
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
