import { drawSeal } from '@priormark/core/proofs/proof/seal'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'

const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/)

const ticks = (hash: string) =>
  drawSeal(hash).flatMap(({ path }) =>
    path
      .split('M')
      .slice(1)
      .map((tick) => {
        const [from = '', to = ''] = tick.split('L')
        const radius = (point: string) => Math.hypot(...point.split(' ').map(Number))
        return { from, length: radius(to) - radius(from) }
      }),
  )

test('drawSeal returns a tick for each of the 64 digits, in four quarters of increasing stroke width', () => {
  const quarters = drawSeal(empty)
  expect(quarters).toHaveLength(4)
  expect(ticks(empty)).toHaveLength(64)
  const widths = quarters.map(({ strokeWidth }) => strokeWidth)
  expect(widths).toEqual([...widths].sort((a, b) => a - b))
  expect(new Set(widths).size).toBe(4)
})

test('drawSeal starts at twelve o’clock', () => {
  expect(ticks(empty)[0]?.from).toBe('0 -62')
})

test('the length of a tick shows its digit', () => {
  fc.assert(
    fc.property(sha256, (hash) => {
      const lengths = ticks(hash).map(({ length }) => length)
      return Array.from(hash).every(
        (digit, n) => Math.abs((lengths[n] ?? 0) - (3 + Number.parseInt(digit, 16) * 2.1)) < 0.03,
      )
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('different fingerprints have different seals', () => {
  fc.assert(
    fc.property(
      sha256,
      sha256,
      (a, b) => a === b || JSON.stringify(drawSeal(a)) !== JSON.stringify(drawSeal(b)),
    ),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
