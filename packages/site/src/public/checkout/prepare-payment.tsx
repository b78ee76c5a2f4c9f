import type { OrderSummary } from '@priormark/core/orders/order'
import { paymentEndpoints } from '@priormark/core/payments/endpoints'
import type { ReactNode } from 'react'
import { client } from '../api.ts'
import { PaymentForm } from './PaymentForm.tsx'
import { stripeFor } from './stripe-script.ts'

/** An order that can be paid, and its card form. */
export interface PreparedPayment {
  order: OrderSummary
  form: ReactNode
}

/**
 * Creates a payment session and loads the provider's script.
 * @param orderId undefined for the visitor's newest order
 */
export async function preparePayment(orderId: string | undefined): Promise<PreparedPayment> {
  const session = await client.call(paymentEndpoints.createIntent, orderId ? { body: { orderId } } : {})
  const stripe = await stripeFor(session)
  return { order: session.order, form: <PaymentForm session={session} stripe={stripe} /> }
}
