import { OrderDetails } from './OrderDetails.tsx'
import type { OrderRules } from './send-order.ts'

const rules: OrderRules = {
  form: 'landing',

  failedTitle: 'Order creation failed',
  fallbackMessage: 'Failed to create order',
  unexpectedMessage: 'An error occurred',
}

/** The order details with the landing page's rules. */
export function LandingDetails() {
  return <OrderDetails rules={rules} />
}
