import * as v from 'valibot'
import { normalizeEmail } from '../../platform/email-address.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'
import { maxEmailLength } from '../../platform/limits.ts'
import { orderStatuses, paymentStates } from '../order.ts'

/**
 * What erasure does to an order: `remove` deletes it; `strip` deletes the personal data and keeps the payment for
 * accounting and the leaf of its batch; `wait` means that it cannot be erased yet.
 */
const erasureActions = ['remove', 'strip', 'wait'] as const
export type ErasureAction = (typeof erasureActions)[number]

export const CustomerOrder = v.object({
  id: Uuid,
  projectName: v.string(),
  createdAt: IsoDate,
  status: v.picklist(orderStatuses),
  paymentState: v.picklist(paymentStates),
  action: v.picklist(erasureActions),
  /** Why it must wait; null otherwise. */
  reason: v.nullable(v.string()),
})
export type CustomerOrder = v.InferOutput<typeof CustomerOrder>

/** All data stored for one email address, oldest order first. */
export const Customer = v.object({ email: v.string(), orders: v.array(CustomerOrder) })
export type Customer = v.InferOutput<typeof Customer>

const ofOrder = { access: 'orders', params: v.object({ id: Uuid }) } as const

/** Customers are addressed by one of their orders, because paths end up in logs and must not contain email addresses. */
export const customerEndpoints = {
  read: endpoint('GET', '/api/admin/orders/:id/customer', { ...ofOrder, reply: Customer }),
  /** All data stored for the email address as a ZIP: data.json and the remaining files. */
  export: endpoint('GET', '/api/admin/orders/:id/customer.zip', { ...ofOrder, reply: 'file' }),
  /**
   * Erases what can be erased. A repeated call continues where the last one stopped. `email` must be the customer's,
   * typed by the administrator.
   */
  erase: endpoint('POST', '/api/admin/orders/:id/customer/erase', {
    ...ofOrder,
    body: v.object({
      email: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'Type the customer’s email address'),
        v.maxLength(maxEmailLength, `Use at most ${maxEmailLength} characters`),
        v.transform(normalizeEmail),
      ),
    }),
    reply: v.object({ erased: v.number(), waiting: v.array(CustomerOrder) }),
  }),
}

/** Matches the path of the call that erases a customer, after which no program may keep what it has read about them. */
export const erasePath = new RegExp(`^${customerEndpoints.erase.path.replace(':id', '[^/?]+')}$`)
