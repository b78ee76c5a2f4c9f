import { expect, test } from 'vitest'
import { excerptFrom } from '@priormark/core/blog/excerpt'
import { mapFootnotes } from '@priormark/core/blog/footnotes'

const html =
  '<p>One<span class="footnote">First &amp; <i>foremost</i></span>, <span class="text-large">two</span></p>'

test('replaces footnotes by their text, and nothing else', () => {
  expect(mapFootnotes(html, (note) => `[${note}]`)).toBe(
    '<p>One[First &amp; foremost], <span class="text-large">two</span></p>',
  )
})

test('drops the rest after a footnote that never ends', () => {
  expect(mapFootnotes('<p>One<span class="footnote">Two</p>', () => '*')).toBe('<p>One')
})

test('leaves footnotes out of excerpts', () => {
  expect(excerptFrom(html)).toBe('One, two')
})
