import { AppError } from '@priormark/core/platform/errors'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { OrderChange } from '@priormark/core/orders/order'
import { stopReasonText, stopReason } from '@priormark/core/orders/order-rules'
import { normalizeLink } from '../../proofs/anchors/manual-anchors.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { completeWithLink } from '../../order-book/order-completion.ts'
import { type Order, lockOrder, addOrderEvent } from '../../order-book/order-entity.ts'
import { ensureLeaf } from '../../proofs/leaves/leaf-service.ts'
import { lockAnchorsOfOrder, sealAlone } from '../../proofs/leaves/seal-batch.ts'
import type { Em } from '../../platform/database/database.ts'
import { markOrderPaid } from '../payments/payment-sync.ts'

interface ChangeInput {
  id: string
  change: OrderChange
  actor: Actor
  /** Hosts that a link may point to; null allows any. */
  linkHosts: readonly string[] | null
  /** Where works are recorded. */
  kinds: readonly AnchorKind[]
}

/** Throws if another link was saved after the administrator opened the order: theirs would replace it without confirmation. */
function rejectUnseenLink(order: Order, { blockchainLink, shownLink }: OrderChange): void {
  const currentLink = order.blockchainLink ?? null
  if (shownLink === undefined || currentLink === null) return
  if (currentLink === shownLink || currentLink === blockchainLink) return
  throw new AppError('link_changed', 'Another link was saved in the meantime', { details: { currentLink } })
}

/**
 * Applies an administrator's change. Idempotent: unchanged fields are ignored.
 * @throws AppError not_found; conflict if the payment is not confirmed, was refunded or is disputed, or a block has the record; link_changed; invalid_input for a link's host
 */
export async function changeOrder(
  em: Em,
  jobs: JobQueue,
  { id, change, actor, linkHosts, kinds }: ChangeInput,
): Promise<Order> {
  const { username } = actor.admin
  return em.transactional(async (tx) => {
    if (change.blockchainLink !== undefined) await lockAnchorsOfOrder(tx, id)
    const order = await lockOrder(tx, id)
    if (change.paymentConfirmed) await markOrderPaid(tx, jobs, order, username)
    if ((change.fulfillmentEmailSent || change.blockchainLink !== undefined) && !order.paymentConfirmed) {
      throw new AppError('conflict', 'The payment of this order is not confirmed yet')
    }
    if (change.blockchainLink !== undefined) {
      rejectUnseenLink(order, change)
      const link = normalizeLink(change.blockchainLink, linkHosts, 'blockchainLink')
      const stopped = stopReason(order)
      if (stopped !== null && !change.withoutPayment) {
        const message = `${stopReasonText[stopped]}. Confirm that you want to complete the order anyway.`
        throw new AppError('conflict', message)
      }
      await sealAlone(tx, await ensureLeaf(tx, order), { link, kinds, actor: username })
      await completeWithLink(tx, jobs, order, link, username)
    }
    for (const flag of ['confirmationEmailSent', 'fulfillmentEmailSent'] as const) {
      if (!change[flag] || order[flag]) continue
      order[flag] = true
      const kind = flag === 'confirmationEmailSent' ? 'confirmation' : 'fulfillment'
      addOrderEvent(tx, order, 'mail_marked_sent', username, kind)
    }
    order.updatedAt = new Date()
    const fields = Object.keys(change).filter((name) => name !== 'shownLink')
    audit(tx, { actor, action: 'order.changed', subject: order.id, detail: fields.join(', ') })
    return order
  })
}
