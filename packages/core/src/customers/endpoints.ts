import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'
import { IsoDate, Uuid } from '../ids.ts'
import { orderStatuses, paymentStates } from '../orders/order.ts'

/**
 * What erasing would do to an order: `remove` takes all of it; `strip` takes everything personal and leaves the payment for
 * the accounts and the leaf under its root; `wait` is not possible yet.
 */
const erasureActions = ['remove', 'strip', 'wait'] as const
export type ErasureAction = (typeof erasureActions)[number]

export const CustomerOrder = v.object({
  id: Uuid,
  projectName: v.string(),
  createdAt: IsoDate,
  status: v.picklist(orderStatuses),
  paymentState: v.picklist(paymentStates),
  fate: v.picklist(erasureActions),
  /** Why it must wait, as a sentence; null where it need not. */
  reason: v.nullable(v.string()),
})
export type CustomerOrder = v.InferOutput<typeof CustomerOrder>

/** Everything held for one e-mail address, oldest order first. */
export const Customer = v.object({ email: v.string(), orders: v.array(CustomerOrder) })
export type Customer = v.InferOutput<typeof Customer>

const byOrder = v.object({ id: Uuid })

/** A customer is found by one of their orders: an e-mail address stands in no path, since paths end up in logs. */
export const customerEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/customer',
    access: 'admin',
    params: byOrder,
    reply: Customer,
  }),
  /** Everything held for the address as a ZIP: data.json, and the files that are still there. */
  export: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/customer.zip',
    access: 'admin',
    params: byOrder,
    reply: 'file',
  }),
  /** Erases what can be erased; asked again it goes on where it stopped. `email` must be the customer's, typed anew. */
  erase: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/customer/erase',
    access: 'admin',
    params: byOrder,
    body: v.object({
      email: v.pipe(v.string(), v.trim(), v.minLength(1, 'Type the customer’s e-mail address')),
    }),
    reply: v.object({ erased: v.number(), waiting: v.array(CustomerOrder) }),
  }),
}
