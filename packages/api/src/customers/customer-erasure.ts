import { randomBytes, randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/errors'
import type { CustomerOrder } from '@priormark/core/customers/endpoints'
import { audit } from '../audit/audit-service.ts'
import type { CurrentAdmin } from '../http/state.ts'
import { Order } from '../orders/order-entity.ts'
import { OrderEvent } from '../orders/order-event-entity.ts'
import { OrderMail } from '../orders/order-mail-entity.ts'
import { orderSearchText } from '../orders/order-search.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import { syncPayment, type PaymentDeps } from '../payments/payment-sync.ts'
import { ProofLeaf } from '../proofs/leaf-entity.ts'
import type { Em } from '../sql/database.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { customerOrder, erasureActionOf, isSameAddress, ordersOfCustomer } from './customer-service.ts'

/** What erasing needs besides the unit of work. */
export interface ErasureDeps extends PaymentDeps {
  storage: FileStorage
  /** Removes the copies of an order's mails that this machine keeps. */
  removeMails(orderId: string): Promise<void>
}

export interface ErasureInput {
  orderId: string
  /** The customer's address, typed again. */
  email: string
  admin: CurrentAdmin
  address: string
}

const mailInHand = 'A mail about it is being sent. Try again in a few minutes.'
const paymentBegun = 'A payment was begun at this moment. Try again.'
const noFingerprint = '0'.repeat(64)

/** Lines that hold somebody's words, an address, or the way from the order to its leaf. */
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
 * Erases a customer, order by order: a payment that is open is closed, then what lies in files goes, then, in one
 * transaction, what lies in rows. Whatever stops it in between leaves an order that is erased by the next call, and one
 * that is erased is not touched again. @throws AppError not_found; invalid_input for another address
 */
export async function eraseCustomer(
  em: Em,
  deps: ErasureDeps,
  { orderId, email, admin, address }: ErasureInput,
): Promise<{ erased: number; waiting: CustomerOrder[] }> {
  const orders = await ordersOfCustomer(em, orderId)
  if (!orders.some((order) => isSameAddress(order.email, email))) {
    const sentence = 'This is not the address of this customer'
    throw new AppError('invalid_input', sentence, { fields: { email: [sentence] } })
  }
  // The order that the call names is what a repeated call finds the customer by, so it goes last.
  const last = orders.filter(({ id }) => id === orderId)
  let erased = 0
  const waiting: CustomerOrder[] = []
  for (const { id } of [...orders.filter((order) => order.id !== orderId), ...last]) {
    const refusal = await eraseOrder(em.fork(), deps, id, { admin, address })
    if (refusal === null) erased += 1
    else waiting.push(refusal)
  }
  return { erased, waiting }
}

/** Erases one order; answers why not where it must wait. */
async function eraseOrder(
  em: Em,
  deps: ErasureDeps,
  id: string,
  by: Pick<ErasureInput, 'admin' | 'address'>,
): Promise<CustomerOrder | null> {
  const closedIntentId = await closePayment(em, deps, id)
  return em.transactional(async (tx) => {
    const order = await tx.findOne(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
    if (order === null || order.erasedAt != null) return null
    const { fate, reason } = erasureActionOf(order)
    if (reason !== null) return customerOrder(order)
    if ((order.paymentIntentId ?? null) !== closedIntentId) {
      return { ...customerOrder(order), fate: 'wait', reason: paymentBegun }
    }
    const mails = await tx.find(OrderMail, { order })
    if (mails.some(({ claimedUntil }) => claimedUntil != null && claimedUntil > new Date())) {
      return { ...customerOrder(order), fate: 'wait', reason: mailInHand }
    }
    // Files before rows: a row that is still there leads the next call to what is left of its files.
    if (order.storageKey != null) await deps.storage.remove(order.storageKey)
    await deps.removeMails(id)
    await removeMailJobs(tx, mails)
    for (const mail of mails) tx.remove(mail)
    if (fate === 'remove') tx.remove(order)
    else await anonymize(tx, order)
    const kept =
      fate === 'remove' ? 'nothing kept' : 'payment kept for the accounts, leaf kept under its root'
    audit(tx, {
      actor: by.admin.username,
      action: 'customer.erased',
      subject: id,
      detail: kept,
      address: by.address,
    })
    return null
  })
}

/** A payment that nobody finished can still be paid: it is closed first, and what the provider says then counts. @returns
 * the payment that it saw on the order, since another one may be begun before the order is locked */
async function closePayment(em: Em, deps: ErasureDeps, id: string): Promise<string | null> {
  const order = await em.findOne(Order, id)
  const intentId = order?.paymentIntentId ?? null
  if (intentId === null || order?.paymentConfirmed === true || order?.paymentState !== 'unpaid')
    return intentId
  await deps.gateway.cancel(intentId)
  await syncPayment(em, deps, intentId)
  return intentId
}

/** Takes everything personal from an order that was paid. Without its salt nobody can tell what the leaf is about. */
async function anonymize(em: Em, order: Order): Promise<void> {
  const details = {
    firstName: 'Erased',
    lastName: '',
    email: '',
    projectName: 'Erased at the customer’s wish',
  }
  Object.assign(order, {
    ...details,
    projectDescription: '',
    fileName: 'erased',
    fileSize: 0,
    fileSha256: noFingerprint,
    storageKey: null,
    uploadNetwork: null,
    blockchainLink: null,
    // Neither the customer's browser nor the link in their mails leads here any more.
    visitorId: randomUUID(),
    accessKey: randomBytes(32).toString('base64url'),
    searchText: orderSearchText({ ...details, id: order.id }),
    erasedAt: new Date(),
    updatedAt: new Date(),
  })
  const leaf = await em.findOne(ProofLeaf, { order })
  if (leaf !== null) Object.assign(leaf, { order: null, record: null, salt: null, declaredLink: null })
  await em.nativeDelete(OrderEvent, { order, kind: { $in: personalEvents } })
  addOrderEvent(em, order, 'erased', 'system')
}

/** The queue keeps why a mail could not be sent, which may name the address. Tests run without its tables. */
async function removeMailJobs(em: Em, mails: OrderMail[]): Promise<void> {
  const [queue] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('pgboss.job') is not null as "exists"`,
  )
  if (queue?.exists !== true) return
  for (const { id } of mails) {
    await em.execute(`delete from pgboss.job where name = 'send-mail' and data->>'mailId' = ?`, [id])
  }
}
