import type { Order } from '@priormark/core/orders/order'
import { CustomerData } from './customers/index.ts'
import { Fact, Facts } from '../platform/ui/Facts.tsx'
import { mailtoLink } from './mailto-link.ts'
import { formatMoment } from '../platform/session/shop-dates.ts'

export function CustomerTab({ order }: { order: Order }) {
  // An erased order is kept for the accounts, without personal data.
  const isErased = order.email === ''
  return (
    <>
      <Facts>
        <Fact name="First name">{order.firstName}</Fact>
        <Fact name="Last name">{order.lastName}</Fact>
        <Fact name="Email">{isErased ? 'Erased' : <a href={mailtoLink(order.email)}>{order.email}</a>}</Fact>
        <Fact name="Ordered">{formatMoment(order.createdAt)}</Fact>
        <Fact name="Order ID">
          <span className="admin-mono">{order.id}</span>
        </Fact>
      </Facts>
      {!isErased && <CustomerData orderId={order.id} email={order.email} />}
    </>
  )
}
