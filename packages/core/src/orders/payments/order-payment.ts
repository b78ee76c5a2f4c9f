import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'
import { wholeCents } from '../price/endpoints.ts'

/** Why money is refunded, as Stripe names it. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `requested`: stored, and sent until the provider responds. `rejected`: the provider did not accept it, or could not complete it. */
export const refundStates = ['requested', 'sent', 'rejected'] as const

/** A refund that an administrator asked for or recorded, or that was made in Stripe. Amount in dollars. */
export const Refund = v.object({
  id: Uuid,
  amount: v.number(),
  /** It returned a second payment of the order, not the one that pays for it. */
  isOfSecondPayment: v.boolean(),
  /** It was not sent through Stripe: an administrator returned the money and recorded that. */
  isMadeAnotherWay: v.boolean(),
  /** Null for one that was made in Stripe without a reason. */
  reason: v.nullable(v.picklist(refundReasons)),
  state: v.picklist(refundStates),
  /** An administrator's name, or 'stripe'. */
  requestedBy: v.string(),
  requestedAt: IsoDate,
  /** When the provider sent the money; null until then. */
  refundedAt: v.nullable(IsoDate),
  /** Why it was rejected or not completed. */
  failure: v.nullable(v.string()),
})
export type Refund = v.InferOutput<typeof Refund>

const invalidAmount = 'Enter an amount greater than zero'

/** The id is made by the client: sending the same request twice refunds once. */
export const RefundRequest = v.object({
  id: Uuid,
  amount: v.pipe(
    v.number(invalidAmount),
    v.finite(invalidAmount),
    v.minValue(0.01, invalidAmount),
    v.maxValue(999_999.99, 'The amount is more than what is left to refund'),
    wholeCents,
  ),
  reason: v.picklist(refundReasons, 'Choose a reason'),
  /** The second payment that it returns; without it, the order's own payment. */
  paymentId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(255))),
  /** The money was returned without Stripe, the way it was paid, so that the refund is only recorded. */
  isMadeAnotherWay: v.optional(v.literal(true)),
})
export type RefundRequest = v.InferOutput<typeof RefundRequest>

/** What administrators see of an order's payment. Amounts in dollars. */
export const OrderPayment = v.object({
  /** What is left to refund; 0 if `obstacle` says why nothing can be refunded here. */
  refundable: v.number(),
  obstacle: v.nullable(v.string()),
  /** What is left of money that did not go through Stripe, and whose refund can be recorded; otherwise 0. */
  recordable: v.number(),
  /** The payment in Stripe's dashboard, or at the stand-in; null if there is no payment. */
  stripeLink: v.nullable(v.string()),
  /** Second payments whose money the shop still has; `link` as `stripeLink`, `obstacle` to a refund of all of it. */
  secondPayments: v.array(v.object({ id: v.string(), link: v.string(), obstacle: v.nullable(v.string()) })),
  /** Newest first. */
  refunds: v.array(Refund),
})
export type OrderPayment = v.InferOutput<typeof OrderPayment>

const ofOrder = { access: 'orders', params: v.object({ id: Uuid }) } as const

export const orderPaymentEndpoints = {
  read: endpoint('GET', '/api/admin/orders/:id/payment', { ...ofOrder, reply: OrderPayment }),
  /**
   * Stores a refund, then sends it to the provider, or only records it if the money was returned another way. Its state stays
   * `requested` if the provider does not respond: it is then sent automatically later. It is `rejected` if the provider rejects it.
   * 409 if nothing can be refunded.
   */
  refund: endpoint('POST', '/api/admin/orders/:id/refunds', {
    ...ofOrder,
    body: RefundRequest,
    reply: OrderPayment,
  }),
}
