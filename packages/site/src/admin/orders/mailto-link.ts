/**
 * Returns a link that opens an email to a customer. Customers choose the address, and `?`, `&` and `%` are valid before its
 * `@`: unescaped, an address could add recipients, a subject or a text to what the administrator writes.
 */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
