import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { uploadProgress } from '../../../src/public/orders/upload/transfer.ts'

test('uploadProgress rises 5 points every 100 ms once all bytes are sent', () => {
  expect([0, 99, 100, 250, 1_000].map((elapsedMs) => uploadProgress(elapsedMs, 1))).toEqual([0, 0, 5, 10, 50])
})

test('uploadProgress stops at 90 until the response', () => {
  expect(uploadProgress(60_000, 1)).toBe(90)
})

test('uploadProgress never exceeds the share of sent bytes', () => {
  expect(uploadProgress(60_000, 0.123)).toBe(12)
  expect(uploadProgress(60_000, 0)).toBe(0)
})

test('uploadProgress respects all three bounds at any time and never falls', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(5_000), share, share, (elapsedMs, laterMs, one, other) => {
      const [before, after] = [Math.min(one, other), Math.max(one, other)]
      const progress = uploadProgress(elapsedMs, before)
      expect(progress).toBeLessThanOrEqual(Math.min(90, (elapsedMs / 100) * 5, before * 100))
      expect(uploadProgress(elapsedMs + laterMs, after)).toBeGreaterThanOrEqual(progress)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
