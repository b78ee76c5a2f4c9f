import type { Order } from '@priormark/core/orders/order'
import { paymentMark, statusMark, type StateMark } from './order-states.ts'
import styles from './StateTag.module.css'

/** Where an order stands. */
export function StatusTag({ order }: { order: Order }) {
  return <Tag state={statusMark[order.status]} />
}

/** How the order's money stands; in a list only where it says more than the status does. */
export function PaymentTag({ order, isBrief = false }: { order: Order; isBrief?: boolean }) {
  const state = paymentMark(order)
  if (isBrief && (order.paymentState === 'paid' || order.paymentState === 'unpaid')) return null
  return <Tag state={state} />
}

/** A state in a word with its mark: never told by colour alone. */
export function Tag({ state: { word, mark, tone } }: { state: StateMark }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      <span aria-hidden>{mark}</span> {word}
    </span>
  )
}
