import type { OrderSummary } from '@priormark/core/orders/order'
import { paymentEndpoints } from '@priormark/core/payments/endpoints'
import type { ReactNode } from 'react'
import { client } from '../api.ts'
import { PaymentForm } from './PaymentForm.tsx'
import { stripeFor } from './stripe-script.ts'

/** An order that can be paid now, and the form that takes the card. */
export interface PreparedPayment {
  order: OrderSummary
  form: ReactNode
}

/**
 * Asks for a payment session and loads the provider's script for it.
 * @param orderId the order to pay; undefined for the visitor's newest
 */
export async function preparePayment(orderId: string | undefined): Promise<PreparedPayment> {
  const session = await client.call(paymentEndpoints.createIntent, orderId ? { body: { orderId } } : {})
  const stripe = await stripeFor(session)
  return { order: session.order, form: <PaymentForm session={session} stripe={stripe} /> }
}
