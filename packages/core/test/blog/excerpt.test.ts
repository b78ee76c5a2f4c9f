import { countWords, cutText, excerptFrom, textOf } from '@priormark/core/blog/excerpt'
import fc from 'fast-check'
import { propertyRuns } from '../../testing/depth.ts'
import { expect, test } from 'vitest'

const text = fc.oneof(fc.lorem({ maxCount: 80 }), fc.string({ unit: 'grapheme', maxLength: 400 }))

test('cutText returns at most `max` characters, and short texts unchanged', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 300 }), (whole, max) => {
      const cut = cutText(whole, max)
      expect(cut.length).toBeLessThanOrEqual(max)
      if (whole.trim().length <= max) expect(cut).toBe(whole.trim())
      else expect(cut.endsWith('…')).toBe(true)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('cutText returns a prefix without splitting a character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 300 }), (whole, max) => {
      const cut = cutText(whole, max)
      expect(cut.isWellFormed()).toBe(whole.isWellFormed() || cut.isWellFormed())
      expect(whole.trim().startsWith(cut.replace(/…$/, ''))).toBe(true)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('cutText cuts between words', () => {
  expect(cutText('one two three four five', 15)).toBe('one two three…')
  expect(cutText('one two, three four', 10)).toBe('one two…')
  expect(cutText('x'.repeat(200)).length).toBe(150)
  expect(cutText('👩‍👩‍👧'.repeat(40), 20)).toBe('👩‍👩‍👧👩‍👩‍👧…')
})

test('textOf returns the text of escaped HTML', () => {
  const escape = (plain: string) =>
    plain.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (plain) => {
      expect(textOf(`<p>${escape(plain)}</p>`)).toBe(plain.replace(/\s+/g, ' ').trim())
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('excerptFrom returns the text of the content without markup', () => {
  expect(
    excerptFrom(
      '<h2>First</h2><p>Second&nbsp;<strong>wo</strong>rd &amp; more</p><ul><li>a</li><li>b</li></ul>',
    ),
  ).toBe('First Second word & more a b')
  expect(excerptFrom('<style>p{}</style><script>let x = 1 < 2</script><p>Text</p><!-- note -->')).toBe('Text')
  expect(excerptFrom('<p>&nbsp;</p>')).toBe('')
  expect(excerptFrom(`<p>${'word '.repeat(100)}</p>`).length).toBeLessThanOrEqual(150)
})

test('countWords ignores dashes', () => {
  expect(countWords('')).toBe(0)
  expect(countWords("It's a well — known thing.")).toBe(5)
})
