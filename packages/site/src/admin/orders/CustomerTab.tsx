import { formatMoment } from '@priormark/core/dates'
import type { Order } from '@priormark/core/orders/order'
import { Fact, Facts } from './Facts.tsx'

/** Who ordered. */
export function CustomerTab({ order }: { order: Order }) {
  return (
    <Facts>
      <Fact name="First name">{order.firstName}</Fact>
      <Fact name="Last name">{order.lastName}</Fact>
      <Fact name="E-mail">
        <a href={`mailto:${order.email}`}>{order.email}</a>
      </Fact>
      <Fact name="Ordered">{formatMoment(order.createdAt)}</Fact>
      <Fact name="Order id">
        <span className="admin-mono">{order.id}</span>
      </Fact>
    </Facts>
  )
}
