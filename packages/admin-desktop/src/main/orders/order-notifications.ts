import { formatDollars } from '@priormark/core/platform/money'
import type { PaidOrder } from '@priormark/core/orders/order-news'
import { Notification } from 'electron'

/** How many orders of one look get a notification of their own. */
const maxSingle = 3

/** A notification's text, and the page that a click on it opens. */
interface OrderNotice {
  title: string
  path: string
}

/** Returns the notifications of the orders that were paid since the last look, which are given newest first. */
export function orderNotices(orders: readonly PaidOrder[]): OrderNotice[] {
  const more = orders.slice(maxSingle)
  const amount = more.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
  const summary = {
    title: `${more.length} more new ${more.length === 1 ? 'order' : 'orders'}: ${formatDollars(amount)}`,
    path: '/admin/dashboard',
  }
  const single = orders.slice(0, maxSingle).map(({ id, projectName, fileName, paymentAmount }) => ({
    title: `New order: ${formatDollars(paymentAmount)}, ${projectName || fileName}`,
    path: `/admin/orders/${id}`,
  }))
  return more.length === 0 ? single : [...single, summary]
}

/** Keeps references, because a garbage-collected notification loses its click handler. */
const shown = new Set<Notification>()

/** Shows a notification, if the system has them. @returns whether it has */
export function notify(text: { title: string; body: string }, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false
  const notification = new Notification(text)
  notification.on('click', () => {
    shown.delete(notification)
    onClick()
  })
  notification.on('close', () => shown.delete(notification))
  shown.add(notification)
  notification.show()
  return true
}
