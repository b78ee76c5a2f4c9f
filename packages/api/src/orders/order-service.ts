import { randomBytes, randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import type { Vat } from '@priormark/core/orders/books/vat'
import { currency } from '@priormark/core/platform/money'
import type { NewOrder, OrderCorrection } from '@priormark/core/orders/order-form'
import { detailNames, type OrderDetails } from '@priormark/core/orders/order-details'
import type { Shop, Trader } from '@priormark/core/settings/groups'
import type { LegalContent } from '@priormark/core/settings/public-endpoints'
import { audit } from '../staff/audit/audit-service.ts'
import type { Actor } from '../platform/http/state.ts'
import type { VisitorSession } from '../platform/http/session.ts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { readPriceCents } from './price/price-service.ts'
import { AcceptedTerms, storeTerms } from '../settings/accepted-terms-service.ts'
import { type Em, forUpdate } from '../platform/database/database.ts'
import { canHaveNextDraft } from '../proofs/facts/work-drafts.ts'
import { ProofLeaf } from '../proofs/leaves/batch-entities.ts'
import { Upload } from './uploads/upload-entity.ts'
import { Order, findOrder, addOrderEvent, OrderEvent, nextOrderNumber } from '../order-book/order-entity.ts'
import { orderSearchText } from '../order-book/order-search.ts'

/** What the shop offers to customers who order now. */
interface Offer extends Pick<ServicePolicy, 'deliveryHours'> {
  /** The terms as they are shown. */
  terms: LegalContent
  vat?: Vat | null
  shop: Shop
}

/**
 * Creates an order from the visitor's upload. A repeated request (a double click, or 'Back to form' and a second attempt)
 * returns the same order with the newer details.
 * @throws AppError no_file, order_paid; conflict if `previousKey` is not that of a draft that can have a next one
 */
export async function createOrder(
  em: Em,
  input: NewOrder,
  visitor: Pick<VisitorSession, 'visitorIds' | 'nextVisitorId'>,
  { deliveryHours, terms, vat = null, shop }: Offer,
): Promise<Order> {
  const { name, supportEmail, tradingName, tradingAddress } = shop
  const trader: Trader = { name, supportEmail, tradingName, tradingAddress }
  const { uploadId, terms: _accepted, termsId: _shown, timeZone = null, previousKey, ...details } = input
  const visitorIds = [...visitor.visitorIds()]
  return em.transactional(async (tx) => {
    const upload = await tx.findOne(
      Upload,
      { visitorId: { $in: visitorIds }, ...(uploadId === undefined ? {} : { id: uploadId }) },
      // A concurrent second request waits here, then finds that the upload has become an order.
      { ...forUpdate, orderBy: { createdAt: 'desc' } },
    )
    const nextVisitorIds =
      uploadId === undefined ? [] : visitorIds.map((id) => visitor.nextVisitorId(id, uploadId))
    // Locks an order and its earlier draft in the order of their ids, as an erasure does: otherwise each could wait for the other.
    if (upload === null && previousKey !== undefined) {
      const ownOrder = orderFilter([...visitorIds, ...nextVisitorIds], uploadId)
      const drafts = { $or: [{ accessKey: previousKey }, ownOrder] }
      await tx.find(Order, drafts, { ...forUpdate, orderBy: { id: 'asc' } })
    }
    const previousOrderId = previousKey === undefined ? null : await findEarlierDraft(tx, previousKey)
    if (upload === null) {
      const ownOrder = await findOrderOfUpload(tx, visitorIds, uploadId)
      // When the same request is repeated, the browser may not have received the order's cookie yet. An attacker who
      // planted the session may have ordered with this upload first, so other details are not added to such an order.
      const order =
        ownOrder ?? (await findOrderOfUpload(tx, nextVisitorIds, uploadId, { ...details, previousOrderId }))
      if (order === null) throw new AppError('no_file', 'Please upload a file to continue')
      changeDetails(tx, order, details)
      order.previousOrderId = previousOrderId
      order.terms = tx.getReference(AcceptedTerms, await storeTerms(tx, terms))
      return order
    }

    const id = randomUUID()
    const number = await nextOrderNumber(tx)
    const now = new Date()
    const order = tx.create(Order, {
      ...details,
      timeZone,
      id,
      number,
      visitorId: visitor.nextVisitorId(upload.visitorId, upload.id),
      uploadId: upload.id,
      fileName: upload.fileName,
      fileSize: upload.fileSize,
      fileSha256: upload.sha256,
      fileSha3: upload.sha3,
      storageKey: upload.storageKey,
      uploadNetwork: upload.network ?? null,
      createdAt: now,
      updatedAt: now,
      amountCents: await readPriceCents(tx),
      currency,
      vat,
      trader,
      deliveryHours,
      previousOrderId,
      terms: tx.getReference(AcceptedTerms, await storeTerms(tx, terms)),
      accessKey: randomBytes(32).toString('base64url'),
      searchText: orderSearchText({ ...details, id, number }),
    })
    addOrderEvent(tx, order, 'created', 'customer')
    tx.remove(upload)
    return order
  })
}

/**
 * Returns the id of the order whose page has this secret. Only a recorded order can be an earlier draft, and only a new one can
 * name it, so drafts never form a circle. The lock makes an erasure wait, which then clears the reference.
 * @throws AppError conflict
 */
async function findEarlierDraft(em: Em, accessKey: string): Promise<string> {
  const order = await em.findOne(Order, { accessKey }, { lockMode: LockMode.PESSIMISTIC_READ })
  const leaf = order === null ? null : await em.findOne(ProofLeaf, { order })
  const message =
    'The earlier draft isn’t recorded here, or was refunded. Record your file as a new work instead.'
  if (order === null || !canHaveNextDraft(order, leaf)) throw new AppError('conflict', message)
  return order.id
}

/** Returns the filter for the visitor's order from an upload, or for unpaid orders if the browser did not name the upload. */
function orderFilter(visitorIds: string[], uploadId: string | undefined) {
  const condition = uploadId === undefined ? { status: 'pending' as const } : { uploadId }
  return { visitorId: { $in: visitorIds }, ...condition }
}

function findOrderOfUpload(
  em: Em,
  visitorIds: string[],
  uploadId: string | undefined,
  details: Partial<OrderDetails> & { previousOrderId?: string | null } = {},
): Promise<Order | null> {
  const order = { ...orderFilter(visitorIds, uploadId), ...details }
  return em.findOne(Order, order, { ...forUpdate, orderBy: { createdAt: 'desc' } })
}

/** Changes a visitor's own order before it is paid. @throws AppError not_found, order_paid */
export async function correctOrder(
  em: Em,
  visitorIds: readonly string[],
  { orderId, ...details }: OrderCorrection,
): Promise<Order> {
  return em.transactional(async (tx) => {
    const order = await tx.findOne(Order, { id: orderId, visitorId: { $in: [...visitorIds] } }, forUpdate)
    if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
    changeDetails(tx, order, details)
    return order
  })
}

/** @throws AppError order_paid */
function changeDetails(em: Em, order: Order, details: Partial<OrderDetails>): void {
  if (order.paymentConfirmed || order.paymentState === 'processing') {
    throw new AppError('order_paid', 'This order is already paid')
  }
  const changedNames = detailNames.filter((name) => name in details && order[name] !== details[name])
  if (changedNames.length === 0) return
  Object.assign(order, details, { updatedAt: new Date() })
  order.searchText = orderSearchText(order)
  addOrderEvent(em, order, 'changed', 'customer', changedNames.join(', '))
}

/**
 * Returns an order that a browser may see: the visitor's own, either the requested or the newest one, or one opened there by
 * its link.
 * @throws AppError not_found
 */
export async function findVisitorOrder(
  em: Em,
  { visitorIds, openedOrderId }: { visitorIds: readonly string[]; openedOrderId: string | null },
  orderId?: string,
): Promise<Order> {
  if (orderId !== undefined && orderId === openedOrderId) return findOrder(em, orderId)
  const order = await em.findOne(
    Order,
    { visitorId: { $in: [...visitorIds] }, ...(orderId === undefined ? {} : { id: orderId }) },
    { orderBy: { createdAt: 'desc' } },
  )
  if (order === null) throw new AppError('not_found', 'This order doesn’t exist')
  return order
}

/** Returns the timeline of an order, oldest event first. */
export async function readTimeline(em: Em, id: string): Promise<OrderEvent[]> {
  const order = await findOrder(em, id)
  return em.find(OrderEvent, { order }, { orderBy: { at: 'asc', id: 'asc' } })
}

/** Adds an internal note to the timeline. */
export async function addNote(
  em: Em,
  { id, text, actor }: { id: string; text: string; actor: Actor },
): Promise<OrderEvent> {
  const note = addOrderEvent(em, await findOrder(em, id), 'note', actor.admin.username, text)
  audit(em, { actor, action: 'order.note_added', subject: id })
  await em.flush()
  return note
}

/** Records that an administrator downloaded the file. */
export async function recordDownload(em: Em, order: Order, actor: Actor): Promise<void> {
  addOrderEvent(em, order, 'file_downloaded', actor.admin.username)
  audit(em, { actor, action: 'order.file_downloaded', subject: order.id })
  await em.flush()
}
