/** The one currency of the shop (SPEC.md section 9), as Stripe writes it. */
export const currency = 'usd'

/** Integer cents to the decimal dollars that travel on the wire: 897 -> 8.97. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/** Decimal dollars to integer cents, rounded to the nearest cent: 8.97 -> 897. */
export function centsFromDollars(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(15)))
}

/** Dollars as people read them, with two decimals: 8.97 -> '$8.97', 1234.5 -> '$1,234.50'. */
export function formatDollars(dollars: number): string {
  return `$${formatAmount(dollars)}`
}

const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Dollars with two decimals and no sign of the currency: 8.97 -> '8.97'. */
function formatAmount(dollars: number): string {
  return amountFormat.format(dollars)
}
