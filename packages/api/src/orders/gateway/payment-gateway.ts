import type { Dispute } from '@priormark/core/orders/order'
import type { RefundReason } from '@priormark/core/orders/payments/order-payment'
import type { Movement } from '../../order-book/money-movement-entity.ts'

/** The keys for Stripe's API. */
export interface StripeKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** A payment's state at one moment, according to the provider. Amounts are in cents. */
export interface Payment {
  id: string
  /** The secret with which the browser pays it. */
  clientSecret: string
  /** 'open': the customer can try a card, any number of times. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** The order that it was created for, stored at the provider. */
  orderId: string | null
  receivedCents: number
  refundedCents: number
  /** In lower case, such as 'usd'. */
  currency: string
  /** The open or lost dispute. */
  dispute: Dispute | null
  /** What the customer paid, and what banks took and returned in disputes. Without its refunds. */
  movements: Movement[]
}

/** An event at the provider. */
export interface PaymentEvent {
  id: string
  type: string
  /** The affected payment; null if the event is irrelevant. */
  paymentId: string | null
  /** Why a card was declined, in words for the customer. */
  failure: string | null
}

export interface NewPayment {
  orderId: string
  orderNumber: number
  amountCents: number
  currency: string
  /** Two requests with the same key create one payment. */
  idempotencyKey: string
}

export interface NewRefund {
  /** The refund's id in the order book: a second request with it refunds nothing more. */
  refundId: string
  paymentId: string
  amountCents: number
  reason: RefundReason
}

/** A refund as the provider has it, requested by the shop or in the provider's dashboard. */
export interface ProviderRefund {
  providerId: string
  /** The id that the shop sent with it; null if the shop did not request it. */
  refundId: string | null
  amountCents: number
  reason: RefundReason | null
  createdAt: Date
  /** 'failed': it did not reach the customer, and the shop has the money again. That may happen weeks later. */
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, in words for administrators. */
  failure: string | null
  /** What left the shop, and came back if it failed. */
  movements: Movement[]
}

/**
 * The payment provider as this product uses it. All calls may fail with AppError 'unavailable' (no response, retry) or
 * 'payment_provider' (rejected).
 */
export interface PaymentGateway {
  /** Returns what a browser needs to open the card form. */
  checkout(): Promise<{ mode: 'stripe' | 'embedded'; publishableKey: string }>
  create(input: NewPayment): Promise<Payment>
  /** Includes the latest charge and disputes. Returns null if the provider does not know the payment. */
  retrieve(paymentId: string): Promise<Payment | null>
  /** Cancels an unpaid payment. A paid or canceled one is left as it is. */
  cancel(paymentId: string): Promise<void>
  /** Refunds a part of a payment once, however often it is called. Returns the provider's id of the refund. */
  refund(input: NewRefund): Promise<string>
  /** Lists the refunds of a payment, oldest first. */
  refunds(paymentId: string): Promise<ProviderRefund[]>
  /** Returns the page of a payment in the provider's dashboard. */
  dashboardLink(paymentId: string): Promise<string>
  /** Verifies the signature of an event and parses it. @throws AppError invalid_signature */
  readEvent(body: Buffer, signature: string): Promise<PaymentEvent>
  /** Makes one call as a test. @throws AppError if the provider does not respond, or rejects the key */
  check(): Promise<void>
  /** Lists events since a point in time, newest first; only those about payments. */
  eventsSince(moment: Date): AsyncIterable<PaymentEvent>
}
