import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CustomerOrder } from '@priormark/core/orders/customers/endpoints'
import { emptyDetails } from '@priormark/core/orders/order-details'
import { invalidField } from '../../platform/http/field-errors.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import { Order, addOrderEvent, OrderEvent } from '../../order-book/order-entity.ts'
import { orderSearchText } from '../../order-book/order-search.ts'
import { syncPayment, type PaymentDeps } from '../payments/payment-sync.ts'
import { ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { type Em, forUpdate } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { customerOrderView, erasureActionOf, isSameAddress, findCustomerOrders } from './customer-service.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'

/** The dependencies of an erasure, apart from the entity manager. */
export interface ErasureDeps extends PaymentDeps {
  storage: FileStorage
  /** Deletes the copies of an order's emails on this machine. */
  removeMails(orderId: string): Promise<void>
}

const mailInProgressText = 'An email about it is being sent. Try again in a few minutes.'
const paymentStartedText = 'A payment was just started. Try again.'
const erasedHash = '0'.repeat(64)

const erasedLeaf = {
  order: null,
  record: null,
  masterSalt: null,
  fileSha256: erasedHash,
  commitment: erasedHash,
  declaredLink: null,
}

/** Events that may contain a customer's words, an address, or a reference from the order to its leaf. */
const personalEvents: OrderEvent['kind'][] = [
  'note',
  'mail_failed',
  'link_added',
  'sealed',
  'anchor_submitted',
  'anchor_included',
  'anchor_final',
  'anchor_replaced',
  'anchor_stuck',
]

/**
 * Erases a customer, order by order: cancels an open payment, deletes files, then erases the rows in one transaction. If the
 * process dies in between, the next call finishes the rest; it skips orders that are already erased.
 * @param email the customer's address, typed again as confirmation
 * @throws AppError not_found; invalid_input if the address differs
 */
export async function eraseCustomer(
  em: Em,
  deps: ErasureDeps,
  { orderId, email, actor }: { orderId: string; email: string; actor: Actor },
): Promise<{ erased: number; waiting: CustomerOrder[] }> {
  const orders = await findCustomerOrders(em, orderId)
  if (!orders.some((order) => isSameAddress(order.email, email))) {
    throw invalidField('email', 'This isn’t the customer’s email address')
  }
  // The requested order goes last, because a repeated call finds the customer through it.
  const requestedOrders = orders.filter(({ id }) => id === orderId)
  let erasedCount = 0
  const waitingOrders: CustomerOrder[] = []
  for (const { id } of [...orders.filter((order) => order.id !== orderId), ...requestedOrders]) {
    const waitingOrder = await eraseOrder(em.fork(), deps, id, actor)
    if (waitingOrder === null) erasedCount += 1
    else waitingOrders.push(waitingOrder)
  }
  return { erased: erasedCount, waiting: waitingOrders }
}

/** Erases one order. Returns the order with the reason if it must wait, or null. */
async function eraseOrder(
  em: Em,
  deps: ErasureDeps,
  id: string,
  actor: Actor,
): Promise<CustomerOrder | null> {
  const checkedPaymentId = await cancelStartedPayment(em, deps, id)
  return em.transactional(async (tx) => {
    // Locks the later drafts too, and in the same sequence as the orders of a batch, which may contain several of them.
    const sameWork = { $or: [{ id }, { previousOrderId: id }] }
    const drafts = await tx.find(Order, sameWork, { ...forUpdate, orderBy: { id: 'asc' } })
    const order = drafts.find((draft) => draft.id === id)
    if (order === undefined || order.erasedAt != null) return null
    const { action, reason } = erasureActionOf(order)
    if (reason !== null) return customerOrderView(order)
    const mustWait = (cause: string) => ({
      ...customerOrderView(order),
      action: 'wait' as const,
      reason: cause,
    })
    if ((order.paymentIntentId ?? null) !== checkedPaymentId) return mustWait(paymentStartedText)
    const mails = await tx.find(OrderMail, { order })
    if (mails.some(({ claimedUntil }) => claimedUntil != null && claimedUntil > new Date()))
      return mustWait(mailInProgressText)
    // Files are deleted before rows, so that the next call can find files that are left over.
    if (order.storageKey != null) await deps.storage.remove(order.storageKey)
    await deps.removeMails(id)
    for (const mail of mails) {
      // Errors that are stored with its job may contain the address.
      await sql`delete from pgboss.job where name = 'send-mail' and data->>'mailId' = ${mail.id}`.execute(
        tx.getKysely(),
      )
      tx.remove(mail)
    }
    if (action === 'remove') tx.remove(order)
    else await anonymize(tx, order)
    const detail =
      action === 'remove' ? 'nothing kept' : 'payment kept for accounting, leaf kept in its batch'
    audit(tx, { actor, action: 'customer.erased', subject: id, detail })
    return null
  })
}

/**
 * Cancels a payment that was started and not finished, since it could still be paid. The provider's state decides.
 * @returns the id of the payment on the order, since another one may be started before the order is locked
 */
async function cancelStartedPayment(em: Em, deps: ErasureDeps, id: string): Promise<string | null> {
  const order = await em.findOne(Order, id)
  const paymentId = order?.paymentIntentId ?? null
  if (paymentId === null || order?.paymentConfirmed === true || order?.paymentState !== 'unpaid')
    return paymentId
  await deps.gateway.cancel(paymentId)
  await syncPayment(em, deps, paymentId)
  return paymentId
}

/**
 * Removes all personal data from a paid order. Without its salts, the leaf cannot be linked to the order or the file. The record of a
 * later draft keeps the leaf.
 */
async function anonymize(em: Em, order: Order): Promise<void> {
  const projectName = 'Erased at the customer’s request'
  const details = { ...emptyDetails, firstName: 'Erased', projectName }
  Object.assign(order, {
    ...details,
    fileName: 'erased',
    fileSize: 0,
    fileSha256: erasedHash,
    fileSha3: erasedHash,
    storageKey: null,
    uploadNetwork: null,
    blockchainLink: null,
    previousOrderId: null,
    timeZone: null,
    // The customer's session and the link in their emails stop working.
    visitorId: randomUUID(),
    accessKey: randomBytes(32).toString('base64url'),
    searchText: orderSearchText({ ...details, id: order.id, number: order.number }),
    erasedAt: new Date(),
    updatedAt: new Date(),
  })
  const leaf = await em.findOne(ProofLeaf, { order })
  if (leaf !== null) Object.assign(leaf, erasedLeaf)
  await em.nativeUpdate(Order, { previousOrderId: order.id }, { previousOrderId: null })
  await em.nativeDelete(OrderEvent, { order, kind: { $in: personalEvents } })
  addOrderEvent(em, order, 'erased', 'system')
}
