// Not antd's Table: it mounts 20 rows 2.2 times slower, see decision 0046.
import { formatDollars } from '@priormark/core/platform/money'
import { orderNumberText, type Order } from '@priormark/core/orders/order'
import type { OrderAction } from '@priormark/core/orders/order-rules'
import '../platform/ui/row-table.css'
import {
  MailMarks,
  AllOrdersCheckbox,
  OrderCheckbox,
  OrderLink,
  OrderSeal,
  StatusTags,
} from './OrderParts.tsx'
import { tabsText } from './order-filter.ts'
import { ActionMenu } from '../platform/ui/ActionMenu.tsx'
import { actionLabel, dashboardActions } from './order-actions.ts'
import styles from './OrderList.module.css'
import { useShopDates } from '../platform/session/shop-dates.tsx'

interface OrderListProps {
  orders: Order[]
  /** Whether each order shows which tabs it is in. */
  hasTabs: boolean
  onAction: (order: Order, action: OrderAction) => void
}

/** The orders of a page on a wide screen. */
export function OrdersTable({ orders, hasTabs, onAction }: OrderListProps) {
  const { formatDay } = useShopDates()
  return (
    <table className="row-table" aria-label="Orders, newest first">
      <thead>
        <tr>
          <th>
            <AllOrdersCheckbox orders={orders} />
          </th>
          <th className={styles.projects}>Project</th>
          <th className={styles.customers}>Customer</th>
          <th className={styles.statuses}>Status</th>
          <th>Emails sent</th>
          <th className={styles.amount}>Amount</th>
          <th>Ordered</th>
          <th>
            <span className="admin-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderCheckbox order={order} />
            </td>
            <td>
              <div className={styles.project}>
                <OrderSeal order={order} size={40} />
                <div className={styles.names}>
                  <OrderLink order={order} />
                  <div className="admin-small">
                    <span className="admin-mono">{orderNumberText(order)}</span> <bdi>{order.fileName}</bdi>
                  </div>
                </div>
              </div>
            </td>
            <td>
              <div className={styles.names}>
                {order.firstName} {order.lastName}
                <div className="admin-small">{order.email}</div>
              </div>
            </td>
            <td>
              <div className={`admin-line ${styles.tags}`}>
                <StatusTags order={order} />
              </div>
              {hasTabs && <div className="admin-small">In {tabsText(order)}</div>}
            </td>
            <td>
              <MailMarks order={order} />
            </td>
            <td className={`admin-mono ${styles.amount}`}>{formatDollars(order.paymentAmount)}</td>
            <td className={styles.day}>{formatDay(order.createdAt)}</td>
            <td>
              <OrderMenu order={order} onAction={onAction} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The orders of a page on a phone. */
export function OrderCards({ orders, hasTabs, onAction }: OrderListProps) {
  const { formatDay } = useShopDates()
  return (
    <ul className="admin-list row-cards" aria-label="Orders, newest first">
      {orders.map((order) => (
        <li key={order.id}>
          <div className={styles.top}>
            <OrderCheckbox order={order} />
            <OrderSeal order={order} size={44} />
            <div className={styles.names}>
              <OrderLink order={order} />
              <div className="admin-small">
                <span className="admin-mono">{orderNumberText(order)}</span>
                <br />
                {order.firstName} {order.lastName}
                <br />
                {order.email}
              </div>
            </div>
            <OrderMenu order={order} onAction={onAction} />
          </div>
          <div className={styles.bottom}>
            <div>
              <div className={`admin-line ${styles.tags}`}>
                <StatusTags order={order} />
              </div>
              {hasTabs && <div className="admin-small">In {tabsText(order)}</div>}
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

/** The actions of one order. A disabled action says why it is disabled. */
function OrderMenu({ order, onAction }: { order: Order } & Pick<OrderListProps, 'onAction'>) {
  const actions = dashboardActions(order).map(({ action, obstacle }) => ({
    label: actionLabel[action],
    obstacle,
    run: () => onAction(order, action),
  }))
  return <ActionMenu size="small" label={`Actions for ${order.projectName}`} actions={actions} />
}
