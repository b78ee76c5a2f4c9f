import { formatDollars } from '@priormark/core/platform/money'
import type { Order } from '@priormark/core/orders/order'
import { Seal } from '../../ui/Seal.tsx'
import { MailMarks } from './MailMarks.tsx'
import styles from './OrderCards.module.css'
import { OrderLink } from './OrderLink.tsx'
import type { OnOrderAction } from './order-rows.ts'
import { OrderMenu } from './OrderMenu.tsx'
import { OrderCheckbox } from './OrderCheckbox.tsx'
import { PaymentTag, StatusTag } from './OrderTags.tsx'
import { formatDay } from '../platform/session/shop-dates.ts'

/** The orders of a page on a phone. */
export function OrderCards({ orders, onAction }: { orders: Order[]; onAction: OnOrderAction }) {
  return (
    <ul className={styles.cards} aria-label="Orders, newest first">
      {orders.map((order) => (
        <li key={order.id}>
          <div className={styles.top}>
            <OrderCheckbox order={order} />
            <Seal sha256={order.fileSha256} className={styles.seal} />
            <div className={styles.names}>
              <OrderLink order={order} />
              <div className="admin-small">
                {order.firstName} {order.lastName}
                <br />
                {order.email}
              </div>
            </div>
            <OrderMenu order={order} onAction={onAction} />
          </div>
          <div className={styles.bottom}>
            <div>
              <div className={styles.tags}>
                <StatusTag order={order} />
                <PaymentTag order={order} isBrief />
              </div>
              <MailMarks order={order} isInline />
            </div>
            <div className={styles.money}>
              <div className="admin-mono">{formatDollars(order.paymentAmount)}</div>
              <div className="admin-small">{formatDay(order.createdAt)}</div>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
