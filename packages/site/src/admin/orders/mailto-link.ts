import { normalizeEmail } from '@priormark/core/platform/email-address'

/**
 * Returns a link that opens an email to a customer, its domain in ASCII for older email programs. Customers choose the address, and `?`, `&` and `%` are valid before its
 * `@`: unescaped, an address could add recipients, a subject or a text to what the administrator writes.
 */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(normalizeEmail(email)).replace('%40', '@')}`
}
