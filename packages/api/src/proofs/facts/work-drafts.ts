import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import type { Order } from '../../order-book/order-entity.ts'
import type { ProofLeaf } from '../leaves/leaf-entity.ts'

/** Whether a later order can name an order as its earlier draft: it is in a batch, and its payment is neither refunded nor disputed. */
export function canHaveNextDraft(order: Order, leaf: ProofLeaf | null): boolean {
  if (leaf?.batch == null || leaf.record == null || order.accessKey === sampleOrderKey) return false
  return paymentStopReason(order) === null
}
