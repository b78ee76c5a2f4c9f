import { normalizeEmail } from '@priormark/core/platform/email-address'

/** Says how to check a customer's request for their data, and by when to respond. */
export const privacyRuleText =
  'This covers every order with this email address. First check that the request came from this address. You must respond within one month.'

/**
 * Returns a link that opens an email to a customer, with its domain in ASCII for older email programs. It is escaped, because customers
 * choose the address, and `?`, `&` and `%` are valid before its `@`: they could add recipients, a subject or a text to the email.
 */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(normalizeEmail(email)).replace('%40', '@')}`
}
