/**
 * This address identifies a customer. PostgreSQL computes and indexes it, so that nothing that writes an order can forget it.
 * Collation "C" changes the letters A to Z alone, on every server; stored addresses have no others.
 */
export const customerAddressSql = 'lower(email collate "C")'

/** Returns an email address in the form of `customerAddressSql`: practically all mail servers ignore case. */
export function customerAddress(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
