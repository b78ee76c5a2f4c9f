import { isOwed } from '@priormark/core/orders/order-conditions'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import type { Em } from '../platform/database/database.ts'
import { type Order, addOrderEvent } from './order-entity.ts'
import { queueMail, requeueOrderMail, OrderMail } from './order-mail-service.ts'

/** An anchor that records an order's root. */
interface AnchoredRecord {
  /** The page that shows the record. */
  link: string
  /** Whether an administrator declared the link. Only a change of a declared link is emailed again. */
  isDeclared: boolean
  /** Links of the root's other anchors that are in a block. */
  otherLinks: ReadonlySet<string>
  /** 'system', or an administrator's name. */
  actor: string
}

/**
 * Completes an order when an anchor of its root is in a block. The first anchor in a block completes it. A later one
 * replaces the link only if no anchor in a block has that link anymore: its block was replaced. An order whose payment was
 * refunded or is disputed is not completed. Runs in the transaction of `em`, which has locked the order.
 * @returns whether this call completed the order
 */
export async function onAnchored(
  em: Em,
  jobs: JobQueue,
  order: Order,
  { link, isDeclared, otherLinks, actor }: AnchoredRecord,
): Promise<boolean> {
  if (!isOwed(order)) return false
  if (order.blockchainLink != null && otherLinks.has(order.blockchainLink)) return false
  const isFirst = order.status !== 'completed'
  if (isFirst || isDeclared) await completeWithLink(em, jobs, order, link, actor)
  else setLink(em, order, link, actor)
  return isFirst
}

/** Moves an order from paid to completed and queues the email with its link. A changed link is emailed again. */
export async function completeWithLink(
  em: Em,
  jobs: JobQueue,
  order: Order,
  link: string,
  actor: string,
): Promise<void> {
  if (order.blockchainLink === link && order.status === 'completed') return
  const isCorrection = order.blockchainLink != null
  setLink(em, order, link, actor)
  order.status = 'completed'
  order.completedAt ??= new Date()
  if (isCorrection) await requeueOrderMail(em, jobs, order, 'fulfillment')
  else await queueMail(em, jobs, order, { kind: 'fulfillment' })
}

/**
 * Queues the evidence of an order whose root has a final anchor. A later call emails it again, since it contains more. Runs in
 * the transaction of `em`, which has locked the order.
 */
export async function onFinal(em: Em, jobs: JobQueue, order: Order): Promise<void> {
  if (order.status !== 'completed' || !isOwed(order)) return
  // Every customer has had an email about the record, except those of the demo's orders.
  if ((await em.count(OrderMail, { order, kind: 'fulfillment' })) === 0) return
  await requeueOrderMail(em, jobs, order, 'evidence')
}

function setLink(em: Em, order: Order, link: string, actor: string): void {
  if (order.blockchainLink === link) return
  order.blockchainLink = link
  addOrderEvent(em, order, 'link_added', actor, link)
}
