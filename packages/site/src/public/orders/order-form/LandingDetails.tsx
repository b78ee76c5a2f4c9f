import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
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
  const { state } = useLocation()

  // The checkout leads back to the email address. The form is loaded after the page, which looks for the field in vain.
  useEffect(() => {
    if (isEmailWanted(state)) document.getElementById('email')?.focus()
  }, [state])

  return <OrderDetails rules={rules} />
}

function isEmailWanted(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'section' in state && state.section === 'email'
}
