import { centsFromDollars, dollarsFromCents, formatDollars } from '@priormark/core/platform/money'
import fc from 'fast-check'
import { propertyRuns } from '../../testing/depth.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isLargeChange, minPriceDollars, Price } from '@priormark/core/orders/price/endpoints'

const maxPriceDollars = 999_999.99
const cents = fc.integer({ min: 1, max: maxPriceDollars * 100 })

test('converts cents to dollars and back without loss', () => {
  fc.assert(
    fc.property(cents, (n) => centsFromDollars(dollarsFromCents(n)) === n),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('Price accepts whole cents that Stripe can charge', () => {
  fc.assert(
    fc.property(fc.integer({ min: minPriceDollars * 100, max: maxPriceDollars * 100 }), (n) =>
      v.is(Price, dollarsFromCents(n)),
    ),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('Price rejects fractions of a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9 }), (n, tenths) => {
      return !v.is(Price, (n * 10 + tenths) / 1000)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '8.97'])(
  'Price rejects %s with a message for the form',
  (value) => {
    const result = v.safeParse(Price, value)
    expect(result.issues?.[0].message).toBe('Please enter a valid price greater than zero')
  },
)

test('formatDollars uses two decimals', () => {
  expect(formatDollars(8.97)).toBe('$8.97')
  expect(formatDollars(10)).toBe('$10.00')
  expect(formatDollars(1234.5)).toBe('$1,234.50')
})

test.each([0.4, 0.49, 0.01])('Price rejects %s, which Stripe would reject at every checkout', (price) => {
  expect(v.safeParse(Price, price).issues?.map(({ message }) => message)).toEqual([
    'The price must be at least $0.50, the smallest amount that Stripe charges',
  ])
})

test('a change by more than half of the price is large', () => {
  expect([897, 4.48, 13.46, 0.5].map((next) => isLargeChange(8.97, next))).toEqual([true, true, true, true])
  expect([4.49, 8.97, 10, 13.45].map((next) => isLargeChange(8.97, next))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
