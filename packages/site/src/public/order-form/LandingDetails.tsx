import { OrderDetails } from './OrderDetails.tsx'
import type { OrderRules } from './send-order.ts'

const rules: OrderRules = {
  form: 'landing',

  failedTitle: 'Order creation failed',
  fallbackMessage: 'Failed to create order',
  unexpectedMessage: 'An error occurred',
}

/** The details as the landing page asks for them. */
export function LandingDetails() {
  return <OrderDetails rules={rules} />
}
