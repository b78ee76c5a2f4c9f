import type { Order } from '@priormark/core/orders/order'
import styles from './MailMarks.module.css'

/** Which of an order's two emails were sent. */
export function MailMarks({ order, isInline = false }: { order: Order; isInline?: boolean }) {
  return (
    <ul className={styles.marks} data-inline={isInline}>
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
