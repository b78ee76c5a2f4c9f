import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Uuid } from '../../platform/ids.ts'
import { OrderKey, OrderSummary, orderStatuses, paymentStates } from '../order.ts'
import { startRequestVersion, startTimes } from '../../settings/policy/start-request.ts'

/** What the checkout screen needs to take a card. `mode` 'embedded' is the stand-in for tests and local use. */
export const CheckoutPayment = v.object({
  clientSecret: v.string(),
  publishableKey: v.string(),
  mode: v.picklist(['stripe', 'embedded']),
  order: OrderSummary,
})
export type CheckoutPayment = v.InferOutput<typeof CheckoutPayment>

export const paymentEndpoints = {
  /** An empty body means the visitor's newest order. 409 `order_paid` if there is nothing to pay. */
  open: endpoint('POST', '/api/create-payment-intent', {
    access: 'public',
    body: v.optional(v.object({ orderId: v.optional(Uuid) }), {}),
    reply: CheckoutPayment,
  }),
  /**
   * Records the customer's request to start right away (start-request.ts); with `start: 'later'` before the payment, that they
   * do not want it, even if they asked for it earlier. Idempotent. It needs the visitor's session, the order's `key`, or the
   * `clientSecret` of its open payment. 404 for anyone else. 409 `order_paid` if it is too late to wait.
   */
  requestStart: endpoint('POST', '/api/request-start', {
    access: 'public',
    body: v.object({
      orderId: Uuid,
      start: v.optional(v.picklist(startTimes), 'now'),
      version: v.literal(startRequestVersion, 'The wording has changed. Please reload the page.'),
      key: v.optional(OrderKey),
      clientSecret: v.optional(v.pipe(v.string(), v.maxLength(300))),
    }),
    reply: v.object({ success: v.literal(true) }),
  }),
  /** Reads the payment's state from the provider and records it. Idempotent. */
  confirm: endpoint('POST', '/api/confirm-payment', {
    access: 'public',
    body: v.object({ paymentIntentId: v.pipe(v.string(), v.regex(/^pi_\w{1,200}$/)) }),
    reply: v.object({
      success: v.boolean(),
      status: v.picklist(orderStatuses),
      paymentState: v.picklist(paymentStates),
    }),
  }),
}

/** The path for the provider's webhook events: signed, raw body. */
export const webhookPath = '/api/webhooks/stripe'
