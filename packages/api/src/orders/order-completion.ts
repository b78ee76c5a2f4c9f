import type { JobQueue } from '../jobs/job-queue.ts'
import type { Em } from '../sql/database.ts'
import type { Order } from './order-entity.ts'
import { queueOrderMail, requeueOrderMail } from './order-mail-service.ts'
import { addOrderEvent } from './order-timeline.ts'

/** The block that an order's root is in. */
export interface AnchoredBlock {
  /** The URL of the page that shows the record. */
  link: string
  /** Links of the root's other anchors that are in a block. */
  otherLinks: ReadonlySet<string>
  /** 'system', or an administrator's name. */
  actor: string
}

/**
 * Completes an order when an anchor of its root is in a block. The first such anchor completes it. A later one replaces the
 * link only if no anchor in a block has that link any longer, because its block was replaced. An order whose payment was
 * refunded or is disputed is not completed. Runs in the transaction of `em`, which has locked the order.
 */
export async function onAnchored(
  em: Em,
  jobs: JobQueue,
  order: Order,
  { link, otherLinks, actor }: AnchoredBlock,
): Promise<void> {
  if (!order.paymentConfirmed) return
  if (order.paymentState === 'refunded' || order.paymentState === 'disputed') return
  if (order.blockchainLink != null && otherLinks.has(order.blockchainLink)) return
  await completeWithLink(em, jobs, order, link, actor)
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
  order.blockchainLink = link
  order.status = 'completed'
  order.completedAt ??= new Date()
  addOrderEvent(em, order, 'link_added', actor, link)
  await (isCorrection ? requeueOrderMail : queueOrderMail)(em, jobs, order, 'fulfillment')
}
