/** What the payment provider gave us to talk with it. */
export interface StripeKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** A payment as the provider tells it at one moment. Amounts in cents. */
export interface Payment {
  id: string
  /** What the browser needs to pay it. */
  clientSecret: string
  /** 'open': a card can be tried, as often as it takes. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** The order it was made for, as the provider kept it. */
  orderId: string | null
  receivedCents: number
  refundedCents: number
  /** In lower case, as 'usd'. */
  currency: string
  /** A dispute that is open or lost: its reason. */
  dispute: string | null
}

/** Something that happened at the provider. */
export interface PaymentEvent {
  id: string
  type: string
  /** The payment it concerns; null where it is nothing to us. */
  paymentId: string | null
  /** Why a card was declined, as a sentence for the customer. */
  failure: string | null
}

export interface NewPayment {
  orderId: string
  amountCents: number
  currency: string
  /** Asking twice with one key makes one payment. */
  idempotencyKey: string
}

/**
 * The payment provider as this product needs it. Everything may fail with AppError 'unavailable' (no answer, try again)
 * or 'payment_provider' (it refused).
 */
export interface PaymentGateway {
  readonly mode: 'stripe' | 'embedded'
  readonly publishableKey: string
  create(input: NewPayment): Promise<Payment>
  /** With its latest charge and disputes; null where the provider knows no such payment. */
  retrieve(paymentId: string): Promise<Payment | null>
  /** Cancels what is unpaid; a payment that is paid or canceled already stays as it is. */
  cancel(paymentId: string): Promise<void>
  /** Checks who sent an event, and reads it. @throws AppError invalid_signature */
  readEvent(body: Buffer, signature: string): Promise<PaymentEvent>
  /** What happened since a moment, newest first; only events that concern payments. */
  eventsSince(moment: Date): AsyncIterable<PaymentEvent>
}
