import { formatDay } from '@priormark/core/dates'
import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { Checkbox } from 'antd'
import { Seal } from '../../ui/Seal.tsx'
import { MailMarks } from './MailMarks.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderMenu, type OnOrderAction } from './OrderMenu.tsx'
import { selectOrders, useOrdersView } from './orders-view.ts'
import styles from './OrdersTable.module.css'
import { OrderPick } from './OrderPick.tsx'
import { PaymentTag, StatusTag } from './OrderTags.tsx'

/** The orders of a page on a wide screen. */
export function OrdersTable({ orders, onAction }: { orders: Order[]; onAction: OnOrderAction }) {
  return (
    <table className={styles.table}>
      <caption className="admin-hidden">Orders, newest first</caption>
      <thead>
        <tr>
          <th scope="col">
            <PickAll orders={orders} />
          </th>
          <th scope="col">Project</th>
          <th scope="col">Customer</th>
          <th scope="col">Status</th>
          <th scope="col">E-mails sent</th>
          <th scope="col" className={styles.number}>
            Amount
          </th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="admin-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderPick order={order} />
            </td>
            <td>
              <div className={styles.project}>
                <Seal sha256={order.fileSha256} className={styles.seal} />
                <div className={styles.clip}>
                  <OrderLink order={order} />
                  <div className={styles.soft}>{order.fileName}</div>
                </div>
              </div>
            </td>
            <td>
              <Customer order={order} />
            </td>
            <td>
              <div className={styles.tags}>
                <StatusTag order={order} />
                <PaymentTag order={order} isBrief />
              </div>
            </td>
            <td>
              <MailMarks order={order} />
            </td>
            <td className={styles.number}>{formatDollars(order.paymentAmount)}</td>
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

function Customer({ order: { firstName, lastName, email } }: { order: Order }) {
  return (
    <div className={styles.clip}>
      <div>
        {firstName} {lastName}
      </div>
      <div className={styles.soft}>{email}</div>
    </div>
  )
}

function PickAll({ orders }: { orders: Order[] }) {
  const selectedIds = useOrdersView((view) => view.selectedIds)
  const picked = orders.filter(({ id }) => selectedIds.includes(id)).length
  return (
    <Checkbox
      aria-label="Select all orders on this page"
      checked={picked === orders.length}
      indeterminate={picked > 0 && picked < orders.length}
      onChange={({ target }) => selectOrders(target.checked ? orders.map(({ id }) => id) : [])}
    />
  )
}
