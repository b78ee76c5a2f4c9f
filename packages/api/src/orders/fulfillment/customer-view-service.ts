import { AppError } from '@priormark/core/platform/errors'
import { dollarsFromCents } from '@priormark/core/platform/money'
import type { CustomerLinkUse, CustomerMail, CustomerView } from '@priormark/core/orders/customer-view'
import { orderMailKinds, refundMailKinds, type MailKind } from '@priormark/core/platform/mail-kind'
import type { StopReason } from '@priormark/core/orders/order'
import { paymentStopReason } from '@priormark/core/orders/order-rules'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { isMailInProgress } from '../emails/send-mail.ts'
import { Order, findOrder, lockOrder } from '../../order-book/order-entity.ts'
import {
  requeueMail,
  requeueOrderMail,
  isMarkedSent,
  OrderMail,
} from '../../order-book/order-mail-service.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { hasEvidence, readAnchors } from '../../proofs/leaves/proof-service.ts'
import { pendingAnchors } from '../../proofs/leaves/proof-status.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'

interface AdminCall {
  orderId: string
  actor: Actor
}

/** Returns what the customer can see of an order: its page, its evidence and the emails. @throws AppError not_found */
export async function readCustomerView(em: Em, orderId: string): Promise<CustomerView> {
  const order = await findOrder(em, orderId)
  const leaf = await em.findOne(ProofLeaf, { order })
  const mails = await em.find(OrderMail, { order })
  const findMail = (kind: MailKind) => mails.find((mail) => mail.kind === kind) ?? null
  const mailViews = await Promise.all(orderMailKinds.map((kind) => mailView(em, order, kind, findMail(kind))))
  return {
    isErased: order.erasedAt != null,
    hasEvidence: leaf !== null && hasEvidence(order, leaf, await readAnchors(em, leaf)),
    termsId: order.terms?.id ?? null,
    ...(await readDraftOrders(em, order)),
    mails: [...mailViews, ...(await refundMailViews(em, order, mails))],
  }
}

/** Returns the orders of the drafts before and after an order. */
async function readDraftOrders(
  em: Em,
  { id, previousOrderId }: Order,
): Promise<Pick<CustomerView, 'earlierDraft' | 'nextDrafts'>> {
  const earlierDraftFilter = previousOrderId == null ? [] : [{ id: previousOrderId }]
  const orders = await em.find(
    Order,
    { $or: [...earlierDraftFilter, { previousOrderId: id }] },
    { fields: ['number', 'previousOrderId'], orderBy: { number: 'asc' } },
  )
  const drafts = orders.map((order) => ({ id: order.id, number: order.number }))
  return {
    earlierDraft: drafts.find((draft) => draft.id === previousOrderId) ?? null,
    nextDrafts: drafts.filter((draft) => draft.id !== previousOrderId),
  }
}

async function mailView(em: Em, order: Order, kind: MailKind, mail: OrderMail | null): Promise<CustomerMail> {
  const at = mail?.sentAt ?? mail?.queuedAt ?? null
  return {
    kind,
    refund: null,
    state: mailState(order, kind, mail),
    at: at?.toISOString() ?? null,
    obstacle: await resendObstacle(em, order, kind, mail),
  }
}

async function refundMailViews(em: Em, order: Order, mails: readonly OrderMail[]): Promise<CustomerMail[]> {
  const refunds = await em.find(Refund, { order }, { orderBy: { requestedAt: 'asc' } })
  const views: CustomerMail[] = []
  for (const { id, amountCents } of refunds) {
    for (const kind of refundMailKinds) {
      const mail = mails.find((candidate) => candidate.kind === kind && candidate.refund?.id === id)
      if (mail === undefined) continue
      const refund = { id, amount: dollarsFromCents(amountCents) }
      views.push({ ...(await mailView(em, order, kind, mail)), refund })
    }
  }
  return views
}

function mailState(order: Order, kind: MailKind, mail: OrderMail | null): CustomerMail['state'] {
  if (mail?.sentAt != null) return 'sent'
  if (isMarkedSent(order, kind)) return 'marked'
  if (mail === null || mail.canceledAt != null) return 'absent'
  return mail.lastError == null ? 'waiting' : 'failed'
}

/** Returns why an email cannot be sent again, or null. */
async function resendObstacle(
  em: Em,
  order: Order,
  kind: MailKind,
  mail: OrderMail | null,
): Promise<string | null> {
  if (order.erasedAt != null) return 'The customer’s data was erased.'
  if (mail?.canceledAt != null) return 'This refund failed, so the customer did not get the money.'
  if (mailState(order, kind, mail) === 'waiting') return 'It is already waiting to be sent.'
  if (mail !== null) return null
  if (kind === 'confirmation' && order.paymentConfirmed) return null
  if (kind === 'fulfillment' && order.status === 'completed') return null
  const stopReason = paymentStopReason(order)
  if (order.paymentConfirmed && stopReason !== null) return noMailReasons[stopReason]
  if (kind === 'evidence' && order.status === 'completed') return readEvidenceObstacle(em, order)
  return 'It is not due yet.'
}

const noMailReasons: Record<StopReason, string> = {
  refunded: 'The order was refunded, so none follows.',
  disputed: 'The payment is disputed, so none follows unless you win the dispute.',
  dispute_lost: 'The dispute is lost, so none follows.',
}

/** Says when the evidence of a completed order is emailed, or why it is not; see onFinal() in order-completion.ts. */
async function readEvidenceObstacle(em: Em, order: Order): Promise<string> {
  if ((await em.count(OrderMail, { order, kind: 'fulfillment' })) === 0)
    return 'None follows, because the shop sent no fulfillment email.'
  const leaf = await em.findOne(ProofLeaf, { order })
  const isAwaited = leaf !== null && pendingAnchors(await readAnchors(em, leaf)).length > 0
  return isAwaited
    ? 'It follows once the blockchain record is final.'
    : 'None follows: the fulfillment email has the evidence.'
}

/** Sends an email again as a new message, with its current content. @throws AppError not_found, conflict */
export async function resendMail(
  em: Em,
  jobs: JobQueue,
  { orderId, kind, refundId, actor }: AdminCall & { kind: MailKind; refundId?: string | undefined },
): Promise<void> {
  await em.transactional(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const refund = refundId ?? null
    const mail = await tx.findOne(OrderMail, { order, kind, refund }, forUpdate)
    const obstacle = await resendObstacle(tx, order, kind, mail)
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    if (mail !== null && (await isMailInProgress(tx, mail.id)))
      throw new AppError('conflict', 'It is being sent.')
    if (mail !== null) await requeueMail(tx, jobs, { mail, order, actor: actor.admin.username })
    else if (kind !== 'refund' && kind !== 'refund_failed')
      await requeueOrderMail(tx, jobs, order, kind, actor.admin.username)
    audit(tx, { actor, action: 'mail.resent', subject: orderId, detail: kind })
  })
}

/** Returns the secret of the order page, and logs its use. @throws AppError not_found; conflict if erased */
export async function readCustomerLink(
  em: Em,
  { orderId, use, actor }: AdminCall & { use: CustomerLinkUse },
): Promise<string> {
  const order = await findOrder(em, orderId)
  if (order.erasedAt != null) throw new AppError('conflict', 'The customer’s data was erased.')
  audit(em, { actor, action: 'order.link_used', subject: orderId, detail: use })
  await em.flush()
  return order.accessKey
}
