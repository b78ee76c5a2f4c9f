import { useShopDates } from '../platform/session/shop-dates.tsx'
import type { Order } from '@priormark/core/orders/order'
import { Link } from 'react-router-dom'
import styles from './OrderList.module.css'
import { orderCursor, orderPath } from './order-actions.ts'
import { StateSeal } from '../platform/ui/StateSeal.tsx'
import { StateTag } from '../platform/ui/StateTag.tsx'
import { paymentMark, statusMark } from './order-state-labels.ts'
import { Checkbox } from 'antd'
import { selectOrders, useOrdersView } from './orders-view.ts'

/** The project's name as a link to the order. j and k move between these links. */
export function OrderLink({ order }: { order: Order }) {
  const { id, projectName } = order
  return (
    <Link
      id={orderCursor.linkId(id)}
      to={orderPath(order)}
      className="row-link"
      onFocus={() => orderCursor.moveTo(id)}
    >
      {projectName}
    </Link>
  )
}

/** The seal of an order's file. */
export function OrderSeal({ order, size }: { order: Pick<Order, 'fileSha256' | 'status'>; size: number }) {
  return <StateSeal sha256={order.fileSha256} size={size} isRecorded={order.status === 'completed'} />
}

/**
 * The status of an order, when recording starts if its customer can still cancel, and the payment state if the status does not
 * imply it.
 */
export function StatusTags({ order }: { order: Order }) {
  const { status, startsAt, paymentState, hasFailedRefund } = order
  const dates = useShopDates()
  const isPaymentImplied = (paymentState === 'paid' || paymentState === 'unpaid') && !hasFailedRefund
  return (
    <>
      <StateTag state={statusMark[status]} />
      {startsAt !== null && (
        <StateTag state={{ label: `Starts ${dates.formatDay(startsAt)}`, mark: '◷', tone: 'neutral' }} />
      )}
      {!isPaymentImplied && <StateTag state={paymentMark(order, dates)} />}
    </>
  )
}

/** Shows which of an order's two emails were sent. */
export function MailMarks({ order, isInline = false }: { order: Order; isInline?: boolean }) {
  return (
    <ul className={`admin-list ${styles.marks}`} data-inline={isInline}>
      <Mark name="Confirmation" isSent={order.confirmationEmailSent} />
      <Mark name="Fulfillment" isSent={order.fulfillmentEmailSent} />
    </ul>
  )
}

function Mark({ name, isSent }: { name: string; isSent: boolean }) {
  return (
    <li data-sent={isSent}>
      <span aria-hidden>{isSent ? '✓' : '–'}</span> {name}
      <span className="admin-hidden">{isSent ? ' sent' : ' not sent'}</span>
    </li>
  )
}

/** Selects an order for a bulk action. */
export function OrderCheckbox({ order: { id, projectName } }: { order: Order }) {
  const selectedIds = useOrdersView((view) => view.selectedIds)
  return (
    <Checkbox
      aria-label={`Select ${projectName}`}
      checked={selectedIds.includes(id)}
      onChange={({ target }) =>
        selectOrders(target.checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id))
      }
    />
  )
}

/** Selects all orders of a page. */
export function AllOrdersCheckbox({ orders }: { orders: Order[] }) {
  const selectedIds = useOrdersView((view) => view.selectedIds)
  const count = orders.filter(({ id }) => selectedIds.includes(id)).length
  return (
    <Checkbox
      aria-label="Select all orders on this page"
      checked={count === orders.length}
      indeterminate={count > 0 && count < orders.length}
      onChange={({ target }) => selectOrders(target.checked ? orders.map(({ id }) => id) : [])}
    />
  )
}
