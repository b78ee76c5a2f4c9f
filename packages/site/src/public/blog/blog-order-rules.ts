import type { OrderRules } from '../order-form/order-rules.ts'

/** The rules of the form at the end of a post (SPEC.md sections 5 and 8). */
export const blogOrderRules: OrderRules = {
  form: 'blog',
  termsLabel: 'I agree to the terms',
  failedTitle: 'Error',
  failedAnswer: 'Failed to process your request',
  failedOtherwise: 'Failed to process your request',
}
