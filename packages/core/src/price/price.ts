import * as v from 'valibot'

/** The message for a price that is not a number greater than zero. */
export const invalidPrice = 'Please enter a valid price greater than zero'

/** The largest price that can be set, in dollars: Stripe charges at most 999,999.99. */
export const maxPriceDollars = 999_999.99

/** A price in dollars: at least one cent, in whole cents. */
export const Price = v.pipe(
  v.number(invalidPrice),
  v.finite(invalidPrice),
  v.minValue(0.01, invalidPrice),
  v.maxValue(maxPriceDollars, 'The price can be at most $999,999.99'),
  v.check(
    (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
    'Use at most two decimals',
  ),
)
