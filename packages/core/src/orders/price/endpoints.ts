import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { formatDollars } from '../../platform/money.ts'

/** The message for a price that is not a number greater than zero. */
export const invalidPrice = 'Please enter a valid price greater than zero'

/** The smallest and largest amounts that Stripe charges, in US dollars: it rejects every payment outside them. */
export const minPriceDollars = 0.5
const maxPriceDollars = 999_999.99

/** Rejects an amount of dollars with a fraction of a cent. */
export const wholeCents = v.check<number, string>(
  (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
  'Use at most two decimals',
)

/** A price in dollars that Stripe can charge, in whole cents. */
export const Price = v.pipe(
  v.number(invalidPrice),
  v.finite(invalidPrice),
  v.minValue(0.01, invalidPrice),
  v.minValue(
    minPriceDollars,
    `The price must be at least ${formatDollars(minPriceDollars)}, the smallest amount that Stripe charges`,
  ),
  v.maxValue(maxPriceDollars, `The price can be at most ${formatDollars(maxPriceDollars)}`),
  wholeCents,
)

/** Whether a new price differs from the current one by more than half of it, as with a forgotten decimal point. */
export function isLargeChange(current: number, next: number): boolean {
  return Math.abs(next - current) > current / 2
}

/** The price of the service in USD. */
export const ServicePrice = v.object({ price: v.number() })

export const priceEndpoints = {
  read: endpoint('GET', '/api/service-price', { access: 'public', reply: ServicePrice }),
  change: endpoint('POST', '/api/admin/direct/service-price', {
    access: 'owner',
    body: v.object({ price: Price }),
    reply: ServicePrice,
  }),
}
