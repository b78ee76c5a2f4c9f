/** The only currency of the shop, as Stripe writes it. */
export const currency = 'usd'

/** Converts integer cents to the decimal dollars of the API: 897 -> 8.97. */
export function dollarsFromCents(cents: number): number {
  return cents / 100
}

/** Converts decimal dollars to integer cents, rounded to the nearest cent: 8.97 -> 897. */
export function centsFromDollars(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(15)))
}

/** Parses an amount of dollars that a person entered; NaN without one. */
export function dollarsOf(input: string): number {
  return input.trim() === '' ? Number.NaN : Number(input)
}

/** Formats dollars with two decimals: 8.97 -> '$8.97', 1234.5 -> '$1,234.50'. */
export function formatDollars(dollars: number): string {
  return `$${amountFormat.format(dollars)}`
}

/** Formats integer cents as dollars: 897 -> '$8.97'. */
export function formatCents(cents: number): string {
  return formatDollars(dollarsFromCents(cents))
}

/** Formats dollars with their sign if they are less than zero: -2 -> '−$2.00'. */
export function formatSignedDollars(dollars: number): string {
  return dollars < 0 ? `−${formatDollars(-dollars)}` : formatDollars(dollars)
}

const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
