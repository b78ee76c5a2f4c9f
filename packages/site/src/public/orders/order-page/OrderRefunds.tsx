import { formatDay } from '@priormark/core/platform/dates'
import { formatDollars } from '@priormark/core/platform/money'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { otherWayArrivalText, refundArrivalText } from '@priormark/core/settings/policy/refund-arrival'

/** What was refunded of an order, and when the money arrives. */
export function OrderRefunds({ refunds }: Pick<OrderProgress, 'refunds'>) {
  return (
    <section aria-labelledby="order-refunds">
      <h2 id="order-refunds">{refunds.length === 1 ? 'Refund' : 'Refunds'}</h2>
      <ul>
        {refunds.map(({ amount, day }, index) => (
          <li key={index}>
            We refunded {formatDollars(amount)} on <time dateTime={day}>{formatDay(day)}</time>.
          </li>
        ))}
      </ul>
      <p>{refunds.every(({ isOtherWay }) => isOtherWay) ? otherWayArrivalText : refundArrivalText}</p>
    </section>
  )
}
