import { ApiError } from '@priormark/core/platform/http/api-error'
import type { OrderSummary } from '@priormark/core/orders/order'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import type { ReactNode } from 'react'
import { areCookiesBlocked, CookiesBlocked } from '../../../ui/blocked-cookies.ts'
import { client } from '../../platform/api.ts'
import { suggestedEmail } from '../order-form/email-suggestion.ts'
import { PaymentForm } from './PaymentForm.tsx'
import { stripeFor } from './stripe-script.ts'

/** An order that can be paid, and its card form. */
export interface PreparedPayment {
  order: OrderSummary
  form: ReactNode
  /** The address with a probable typing mistake corrected; null if it looks right. */
  suggestedEmail: string | null
}

/**
 * Creates a payment session and loads the provider's script.
 * @param orderId undefined for the visitor's newest order
 * @param isDeclined the customer comes back from a bank that has refused
 */
export async function preparePayment(
  orderId: string | undefined,
  isDeclined: boolean,
): Promise<PreparedPayment> {
  const session = await client
    .call(paymentEndpoints.createIntent, orderId ? { body: { orderId } } : {})
    .catch(async (failure: unknown) => {
      const isNotTheirs = failure instanceof ApiError && failure.status < 500
      throw isNotTheirs && (await areCookiesBlocked(client)) ? new CookiesBlocked() : failure
    })
  const stripe = await stripeFor(session)
  const { order } = session
  return {
    order,
    form: <PaymentForm session={session} stripe={stripe} isDeclined={isDeclined} />,
    suggestedEmail: order.email === null ? null : suggestedEmail(order.email),
  }
}
