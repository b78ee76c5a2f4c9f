import type { Order } from '@priormark/core/orders/order'
import { StateTag } from '../platform/ui/StateTag.tsx'
import { paymentMark, startMark, statusMark } from './order-state-labels.ts'

/** The status of an order, and when recording starts if its customer can still cancel. */
export function StatusTag({ order }: { order: Order }) {
  return (
    <>
      <StateTag state={statusMark[order.status]} />
      {order.startsAt !== null && <StateTag state={startMark(order.startsAt)} />}
    </>
  )
}

/** The payment state of an order. @param isBrief shows it only where it adds to the status */
export function PaymentTag({ order, isBrief = false }: { order: Order; isBrief?: boolean }) {
  const isUsual = order.paymentState === 'paid' || order.paymentState === 'unpaid'
  if (isBrief && isUsual && !order.hasFailedRefund) return null
  return <StateTag state={paymentMark(order)} />
}
