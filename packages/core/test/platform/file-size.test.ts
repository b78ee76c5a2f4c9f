import { formatFileSize } from '@priormark/core/platform/file-size'
import { maxFileSizeMessage, maxOrderFileBytes } from '@priormark/core/platform/limits'
import fc from 'fast-check'
import { propertyRuns } from '../../testing/depth.ts'
import { expect, test } from 'vitest'

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_575, '1 MB'],
  [1_234_567, '1.18 MB'],
  [52_428_800, '50 MB'],
  [1024 ** 3, '1 GB'],
  [5 * 1024 ** 4, '5120 GB'],
])('formatFileSize formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

test('formatFileSize uses one of four units and at most two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (bytes) =>
      /^\d+(\.\d{1,2})? (Bytes|KB|MB|GB)$/.test(formatFileSize(bytes)),
    ),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('maxFileSizeSentence states the limit in MB', () => {
  expect(maxFileSizeMessage(maxOrderFileBytes)).toBe('Maximum file size is 50MB')
})
