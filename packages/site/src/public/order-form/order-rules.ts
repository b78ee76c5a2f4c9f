/** In what the two forms of an order differ (SPEC.md sections 5 and 8); what their fields must be, send-order.ts knows. */
export interface OrderRules {
  form: 'landing' | 'blog'
  termsLabel: string
  failedTitle: string
  /** What is said of a refusal without a sentence of its own, and of any other failure. */
  failedAnswer: string
  failedOtherwise: string
}
