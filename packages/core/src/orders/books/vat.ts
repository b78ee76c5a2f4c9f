import * as v from 'valibot'

/** The VAT that a price includes. */
export const Vat = v.object({ number: v.string(), percent: v.number() })
export type Vat = v.InferOutput<typeof Vat>

/** Returns the VAT in a price, rounded to the nearest cent. */
export function vatCents(cents: number, { percent }: Vat): number {
  return Math.round((cents * percent) / (100 + percent))
}
