import { orderPagePath } from '@priormark/core/orders/order-page-view'
import type { OrderProgress } from '@priormark/core/orders/order-progress'
import { ApiError } from '@priormark/core/platform/http/api-error'
import type { OrderSummary } from '@priormark/core/orders/order'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import type { ReactNode } from 'react'
import { proofMark, type ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { client } from '../../platform/api.ts'
import button from '../../platform/layout/button.module.css'
import { confirmPayment, countPurchase } from '../checkout/payment-calls.ts'
import { clearEntry } from '../order-form/entry-store.ts'
import { headlineOf } from '../order-page/order-labels.ts'
import { OrderDue } from '../order-page/OrderDue.tsx'
import { readOrder } from '../order-page/read-order.ts'
import { useOrderWatch } from '../order-page/use-order-watch.ts'

/** The state of an order of this browser. 'missing': there is no such order. */
export type OrderState = 'paid' | 'processing' | 'unpaid' | 'missing'

export interface SettledOrder {
  state: OrderState
  /** Null if there is none. */
  order: OrderSummary | null
  /** The status and a link to the order's page; null for a visitor who paid someone else's order. */
  follow: ReactNode
  /** The protection status of the work; null if unknown. */
  tag: ProofMark | null
  /** Recording starts only after the cancellation period. */
  isWaiting: boolean
}

/**
 * Completes the checkout: records the payment that a visitor returns with, reads the order, and clears the form.
 * @param paymentIntentId from the provider's return address; null if the checkout has recorded it
 * @param orderId undefined for the visitor's newest order
 * @throws ApiError, NetworkError if the order cannot be read
 */
export async function settleOrder(
  paymentIntentId: string | null,
  orderId: string | undefined,
): Promise<SettledOrder> {
  if (paymentIntentId) await confirmPayment(paymentIntentId)
  const order = await findOrder(orderId)
  if (order === null) return { state: 'missing', order, follow: null, tag: null, isWaiting: false }
  if (order.status !== 'pending') {
    clearEntry()
    if (paymentIntentId) countPurchase({ orderId: order.orderId, price: order.paymentAmount })
  }
  const state = stateOf(order)
  const { key } = order
  const known =
    key === null || state === 'unpaid' ? 'gone' : await readOrder(key).catch(() => 'gone' as const)
  if (key === null || known === 'gone')
    return { state, order, follow: null, tag: state === 'unpaid' ? 'at-risk' : null, isWaiting: false }
  return {
    state,
    order,
    follow: <FollowOrder orderKey={key} known={known} />,
    tag: proofMark(known.anchors),
    isWaiting: known.startsAt !== null,
  }
}

function stateOf({ status, isPaymentProcessing }: OrderSummary): OrderState {
  if (status !== 'pending') return 'paid'
  return isPaymentProcessing ? 'processing' : 'unpaid'
}

async function findOrder(orderId: string | undefined): Promise<OrderSummary | null> {
  try {
    return await client.call(visitorOrderEndpoints.mine, { query: { orderId } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'not_found') return null
    throw failure
  }
}

/** The current status of the order, and a link to its page. */
function FollowOrder({ orderKey, known }: { orderKey: string; known: OrderProgress }) {
  const { order } = useOrderWatch(orderKey, known)
  return (
    <>
      <output>{headlineOf(order)}</output>
      <OrderDue order={order} />
      {/* A full page load: only the server renders that page. */}
      <a href={orderPagePath(orderKey)} className={button.primary}>
        Follow your order
      </a>
    </>
  )
}
