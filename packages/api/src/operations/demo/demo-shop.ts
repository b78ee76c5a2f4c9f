import { sql } from 'kysely'
import { queries } from '../tables.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { currency, formatCents } from '@priormark/core/platform/money'
import { defaultPayments } from '@priormark/core/settings/services'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import type { Anchors } from '../../proofs/anchoring/open-anchors.ts'
import {
  movementWithoutFee,
  recordMovements,
  type MovementKind,
} from '../../order-book/money-movement-entity.ts'
import { Order, OrderEvent, nextOrderNumber } from '../../order-book/order-entity.ts'
import { orderSearchText } from '../../order-book/order-search.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import type { OpenGateway } from '../../orders/gateway/open-gateway.ts'
import { readPriceCents } from '../../orders/price/price-service.ts'
import { ensureLeaf } from '../../proofs/leaves/leaf-service.ts'
import { sealAlone, sealWaiting } from '../../proofs/leaves/seal-batch.ts'
import type { Em } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { fillDemoBlog, type DemoBlogDeps } from './demo-blog.ts'
import { demoHistory, demoWorks, type DemoWork } from './demo-works.ts'

const hourMs = 3_600_000
/** Files of recorded orders are deleted after this time, as with the default retention. */
const keptFileHours = 30 * 24
/** How many hours after the order the work is recorded, and the payment is refunded or lost in a dispute. */
const [hoursToRecord, hoursToStop] = [20, 30]
/** The amount of a partial refund. */
const partialRefundCents = 300

const completedOutcomes: readonly DemoWork['outcome'][] = ['completed', 'partly refunded', 'dispute lost']

export interface DemoDeps extends DemoBlogDeps {
  anchors: Pick<Anchors, 'rules'>
  /** The stand-in takes the payments, so that they can be refunded. The real provider has no payments of the demo. */
  payments: Pick<OpenGateway, 'openWith' | 'standIn'>
}

/** Fills an empty shop with orders in every state and a blog, to explore the product. Existing data is not changed. */
export async function fillDemoShop(deps: DemoDeps): Promise<void> {
  await fillDemoOrders(deps, [...demoHistory, ...demoWorks])
  await fillDemoBlog(deps)
}

/**
 * Completed orders have a declared link and a batch of their own, like orders that an administrator completes. Paid orders
 * wait for a manual anchor, so that there is always something to fulfill, however fast the shop anchors.
 */
export async function fillDemoOrders(deps: DemoDeps, works: readonly DemoWork[] = demoWorks): Promise<void> {
  if ((await deps.database.fork().count(Order)) > 0) return
  const withOutcome = (...outcomes: DemoWork['outcome'][]) =>
    works.filter(({ outcome }) => outcomes.includes(outcome))
  await addOrders(deps, withOutcome(...completedOutcomes), null)
  await addOrders(deps, withOutcome('paid'), ['manual'])
  await addOrders(deps, withOutcome('abandoned', 'just ordered', 'refunded', 'disputed'), null)
}

/** Adds orders. Those without a link are sealed into a batch with these anchor kinds; null does not seal them. */
async function addOrders(
  { database, storage, anchors, payments }: DemoDeps,
  works: DemoWork[],
  kinds: readonly AnchorKind[] | null,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const amountCents = await readPriceCents(em)
    for (const work of works) {
      const order = await addOrder(em, storage, work, amountCents)
      // The movements refer to the order.
      await em.flush()
      const stoppedAfterHours = work.outcome === 'disputed' ? work.ageHours : hoursToStop
      const stoppedAt = new Date(order.createdAt.getTime() + stoppedAfterHours * hourMs)
      await payOrder(em, payments, { order, stoppedAt })
      if (!order.paymentConfirmed) continue
      const leaf = await ensureLeaf(em, order)
      const link = order.blockchainLink
      // A chain would record an order of earlier months in a block of today.
      const kinds = demoHistory.includes(work) ? [] : anchors.rules.kinds
      if (link != null) await sealAlone(em, leaf, { link, kinds, actor: 'admin' })
    }
    await em.flush()
    await backdateRecords(em)
    // Sealed before the commit: after it, a webhook may lock an order, and sealing skips locked orders.
    if (kinds !== null) await sealWaiting(em, { ...anchors.rules, kinds }, { early: true })
  })
}

async function addOrder(em: Em, storage: FileStorage, work: DemoWork, amountCents: number): Promise<Order> {
  const id = randomUUID()
  const number = await nextOrderNumber(em)
  const storageKey = `${id.slice(0, 2)}/${id}`
  const content = Readable.from([Buffer.from(work.content)])
  const { bytes, sha256, sha3 } = await storage.write(storageKey, content, { maxBytes: maxOrderFileBytes })
  const isFileDeleted = work.ageHours - hoursToStop > keptFileHours
  if (isFileDeleted) await storage.remove(storageKey)
  const createdAt = new Date(Date.now() - work.ageHours * hourMs)
  const after = (hours: number) => new Date(createdAt.getTime() + hours * hourMs)
  const isPaid = work.outcome !== 'abandoned' && work.outcome !== 'just ordered'
  const isCompleted = completedOutcomes.includes(work.outcome)
  const details = {
    firstName: work.firstName,
    lastName: work.lastName,
    email: `demo-${id.slice(0, 4)}@example.org`,
    projectName: work.projectName,
    projectDescription: work.projectDescription,
  }
  const order = em.create(Order, {
    ...details,
    id,
    number,
    visitorId: randomUUID(),
    uploadId: randomUUID(),
    fileName: work.fileName,
    fileSize: bytes,
    fileSha256: sha256,
    fileSha3: sha3,
    storageKey: isFileDeleted ? null : storageKey,
    createdAt,
    updatedAt: createdAt,
    status: isCompleted ? 'completed' : isPaid ? 'paid' : 'pending',
    amountCents,
    currency,
    paymentConfirmed: isPaid,
    paymentState: paymentStates[work.outcome],
    refundedCents:
      work.outcome === 'refunded' ? amountCents : work.outcome === 'partly refunded' ? partialRefundCents : 0,
    startRequestedAt: isPaid ? after(0.02) : null,
    startRequestVersion: isPaid ? startRequestVersion : null,
    paidAt: isPaid ? after(0.05) : null,
    completedAt: isCompleted ? after(hoursToRecord) : null,
    confirmationEmailSent: isPaid,
    fulfillmentEmailSent: isCompleted,
    blockchainLink: isCompleted ? demoLink(id) : null,
    accessKey: randomBytes(32).toString('base64url'),
    searchText: orderSearchText({ ...details, id, number }),
  })

  const addEvent = (hours: number, kind: OrderEvent['kind'], actor: string, detail: string | null = null) =>
    em.create(OrderEvent, { id: randomUUID(), order, at: after(hours), kind, actor, detail })
  addEvent(0, 'created', 'customer')
  if (work.outcome !== 'just ordered') addEvent(0.01, 'payment_started', 'customer')
  if (isPaid) {
    addEvent(0.02, 'start_requested', 'customer', startRequestText)
    addEvent(0.05, 'marked_paid', 'stripe')
    // The customers of the demo get no emails.
    addEvent(0.052, 'mail_marked_sent', 'admin', 'confirmation')
  }
  if (isCompleted) {
    addEvent(hoursToRecord, 'link_added', 'admin', order.blockchainLink ?? null)
    addEvent(hoursToRecord + 0.001, 'mail_marked_sent', 'admin', 'fulfillment')
  }
  if (isFileDeleted) {
    const detail = `Kept for ${keptFileHours / 24} days after ${isCompleted ? 'completion' : 'the refund'}`
    addEvent(hoursToStop + keptFileHours, 'file_removed', 'system', detail)
  }
  if (order.refundedCents > 0) {
    const refundedAmount = formatCents(order.refundedCents)
    const isFull = order.refundedCents === amountCents
    const detail = isFull ? `Refunded in full: ${refundedAmount}` : `Refunded ${refundedAmount}`
    addEvent(hoursToStop, 'payment_state', 'stripe', detail)
  }
  if (order.paymentState === 'disputed') {
    // An open dispute starts now, so that there is time to respond.
    const disputedAfterHours = work.outcome === 'disputed' ? work.ageHours : hoursToStop
    const respondBy = new Date(after(disputedAfterHours).getTime() + 7 * 24 * hourMs).toISOString()
    addEvent(disputedAfterHours, 'payment_state', 'stripe', 'The cardholder disputes the payment: fraudulent')
    addEvent(
      disputedAfterHours + 0.001,
      'note',
      'admin',
      'For the bank: the confirmation email and the download log.',
    )
    const isLost = work.outcome === 'dispute lost'
    const status = isLost ? 'lost' : 'needs_response'
    if (isLost)
      addEvent(
        disputedAfterHours + 200,
        'payment_state',
        'stripe',
        'The dispute is lost: the cardholder keeps the money',
      )
    order.dispute = { reason: 'fraudulent', status, respondBy }
  }
  return order
}

/** Gives the demo's records the dates of their orders. */
async function backdateRecords(em: Em): Promise<void> {
  const db = queries(em)
  await sql`update order_event e set at = o.completed_at + interval '1 second' from orders o
     where o.id = e.order_id and e.kind = 'sealed' and o.completed_at is not null`.execute(db)
  await sql`update anchor_batch b set sealed_at = o.completed_at from proof_leaf l join orders o on o.id = l.order_id
     where l.batch_id = b.id and o.completed_at is not null`.execute(db)
  await sql`update anchor a set created_at = b.sealed_at, submitted_at = b.sealed_at, included_at = b.sealed_at,
       final_at = b.sealed_at from anchor_batch b where b.id = a.batch_id and a.kind = 'manual' and a.final_at is not null`.execute(
    db,
  )
}

/** Pays an order with the stand-in, then refunds or disputes it if its state says so. */
async function payOrder(
  em: Em,
  { openWith, standIn }: DemoDeps['payments'],
  { order, stoppedAt }: { order: Order; stoppedAt: Date },
): Promise<void> {
  const { id: orderId, number: orderNumber, amountCents, refundedCents, paidAt } = order
  if (paidAt == null) return
  if (standIn === null) return recordWithoutProvider(em, order, stoppedAt)
  // Not the gateway of the settings, which reads them on another connection: PGlite has only that of this transaction.
  const gateway = openWith(defaultPayments)
  const { id: paymentId } = await gateway.create({
    orderId,
    orderNumber,
    amountCents,
    currency,
    idempotencyKey: `demo-${orderId}`,
  })
  standIn.controls.pay(paymentId, paidAt)
  order.paymentIntentId = paymentId
  if (order.paymentState === 'disputed') standIn.controls.openDispute(paymentId, stoppedAt)
  if (order.dispute?.status === 'lost') standIn.controls.closeDispute(paymentId, 'lost')
  if (refundedCents > 0) {
    const providerId = standIn.controls.refund(paymentId, refundedCents, stoppedAt)
    em.create(Refund, {
      paymentId,
      providerId,
      id: randomUUID(),
      order,
      amountCents: refundedCents,
      reason: 'requested_by_customer',
      state: 'sent',
      requestedBy: 'admin',
      requestedAt: stoppedAt,
      refundedAt: stoppedAt,
    })
  }
  const payment = await gateway.retrieve(paymentId)
  const refunds = await gateway.refunds(paymentId)
  const movements = [...(payment?.movements ?? []), ...refunds.flatMap((refund) => refund.movements)]
  await recordMovements(em, { orderId, paymentId }, movements)
}

/** Records the money of an order whose payment the real provider does not have. */
async function recordWithoutProvider(em: Em, order: Order, stoppedAt: Date): Promise<void> {
  const { id: orderId, amountCents, refundedCents, paymentState, paidAt } = order
  if (paidAt == null) return
  const movement = (kind: MovementKind, cents: number, at: Date) =>
    movementWithoutFee({ id: `demo:${kind}:${orderId}`, kind, amountCents: cents, at })
  await recordMovements(em, { orderId, paymentId: null }, [
    movement('payment', amountCents, paidAt),
    ...(refundedCents > 0 ? [movement('refund', 0 - refundedCents, stoppedAt)] : []),
    ...(paymentState === 'disputed' ? [movement('dispute', -amountCents, stoppedAt)] : []),
  ])
}

const paymentStates = {
  abandoned: 'canceled',
  'just ordered': 'unpaid',
  paid: 'paid',
  completed: 'paid',
  'partly refunded': 'partially_refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  'dispute lost': 'disputed',
} as const satisfies Record<DemoWork['outcome'], Order['paymentState']>

/** A well-formed link that does not refer to a real chain. */
function demoLink(id: string): string {
  return `https://example.org/tx/0x${createHash('sha256').update(id).digest('hex')}`
}
