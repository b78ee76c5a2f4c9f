import { expect, test } from 'vitest'
import { trimEndOf } from '@priormark/core/platform/trim-end'

test.each([
  ['/blog//', '/', '/blog'],
  ['///', '/', ''],
  ['/a//b', '/', '/a//b'],
  ['name. .', ' .', 'name'],
  ['', '/', ''],
])('trimEndOf(%j, %j) is %j', (text, characters, trimmed) => {
  expect(trimEndOf(text, characters)).toBe(trimmed)
})
