import { centsFromDollars, dollarsFromCents, formatDollars } from '@priormark/core/money'
import { maxPriceDollars, Price } from '@priormark/core/price/price'
import fc from 'fast-check'
import { propertyRuns } from '../testing/depth.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const cents = fc.integer({ min: 1, max: maxPriceDollars * 100 })

test('converts cents to dollars and back without loss', () => {
  fc.assert(
    fc.property(cents, (n) => centsFromDollars(dollarsFromCents(n)) === n),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('Price accepts whole cents', () => {
  fc.assert(
    fc.property(cents, (n) => v.is(Price, dollarsFromCents(n))),
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
