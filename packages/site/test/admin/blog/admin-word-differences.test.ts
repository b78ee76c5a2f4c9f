import { propertyRuns } from '@priormark/core/testing/depth'
import { cpuMilliseconds, isCostly } from '@priormark/core/testing/cpu-time'
import { hostileHtml, ordinaryHtml } from '@priormark/core/testing/hostile-html'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasSameWords,
  markAdditions,
  mergeDifferences,
} from '../../../src/admin/blog/editor/word-differences.ts'

const word = fc.constantFrom('a', 'b', 'song', 'it’s', '2026', '&amp;', '.', '日本')
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const [before, after] = ['<p>', '</p>']
const block = fc.oneof(
  text.map((inner) => before + inner + after),
  text.map((inner) => `<h2>${inner}</h2>`),
  fc.tuple(text, text).map(([one, other]) => `<p>${one} <strong class="x">${other}</strong></p>`),
  fc
    .array(text, { maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  text.map((cell) => `<table><tbody><tr><td>${cell}</td><td>${cell}</td></tr></tbody></table>`),
)
const html = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join(''))

const withoutTags = (marked: string) => marked.replace(/<\/?(?:ins|del)>/g, '')
const without = (marked: string, tag: 'ins' | 'del') =>
  marked.replace(new RegExp(`<${tag}>.*?</${tag}>`, 'gs'), '')
const words = (of: string) => of.replaceAll(/<[^>]*>|¶/g, ' ').match(/[^\s.]+|\./g) ?? []

describe('differences between two texts', () => {
  test('are marked without changing anything else, and the other words are the same', () => {
    fc.assert(
      fc.property(html, html, (old, current) => {
        const marked = markAdditions(old, current)
        expect(withoutTags(marked)).toBe(current)
        const common = without(without(mergeDifferences(old, current), 'del'), 'ins')
        expect(words(without(marked, 'ins'))).toEqual(words(common))
      }),
      propertyRuns({ normal: 500, deep: 20_000 }),
    )
  })

  test('merged into one text contain all words of both in order', () => {
    fc.assert(
      fc.property(html, html, (old, current) => {
        const merged = mergeDifferences(old, current)
        expect(words(without(merged, 'del'))).toEqual(words(current))
        expect(words(withoutTags(without(merged, 'ins')))).toEqual(words(old))
      }),
      propertyRuns({ normal: 500, deep: 20_000 }),
    )
  })

  test('do not exist between equal texts', () => {
    fc.assert(
      fc.property(html, (same) => {
        expect(mergeDifferences(same, same)).toBe(same)
        expect(hasSameWords(same, same)).toBe(true)
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test.each([
    ['<p>The old song</p>', '<p>The new song</p>', '<p>The <del>old</del> <ins>new</ins> song</p>'],
    ['<p>One.</p>', '<p>One, two.</p>', '<p>One<ins>, two</ins>.</p>'],
    ['<p>Here</p><p>Gone</p>', '<p>Here</p>', '<p>Here</p><p><del>Gone</del></p>'],
    ['<p>A</p><p>B</p><p>C</p>', '<p>A</p><p>C</p>', '<p>A</p><p><del>B ¶</del> C</p>'],
    ['<p>A B</p>', '<p>A <strong>B</strong></p>', '<p>A <strong>B</strong></p>'],
    [
      '<table><tr><td>x</td><td>y</td></tr></table>',
      '<table><tr><td>x</td><td>z</td></tr></table>',
      '<table><tr><td>x</td><td><ins>z</ins></td></tr></table><p><del>y</del></p>',
    ],
    ['<p>a</p><img src="/1" alt="">', '<p>a</p><img alt="" src="/1">', '<p>a</p><img alt="" src="/1">'],
    [
      '<p>a</p><img src="/1">',
      '<p>a</p><img src="/2">',
      '<p>a</p><ins><img src="/2"></ins><p><del>[image]</del></p>',
    ],
  ])('from %s to %s read %s', (old, current, merged) => {
    expect(mergeDifferences(old, current)).toBe(merged)
  })

  test('of long texts are found where they are', () => {
    const long = Array.from({ length: 3_000 }, (_, index) => `<p>Paragraph number ${index} of many</p>`)
    const changed = long.with(1_500, '<p>Paragraph number 1500 of very many</p>').join('')
    expect(mergeDifferences(long.join(''), changed)).toBe(
      changed.replace('of very many', 'of <ins>very</ins> many'),
    )
  })
})

test('the words that two paragraphs have in common are a longest common subsequence, or none beyond the limit', () => {
  const common = (one: string[], other: string[]) =>
    words(without(markAdditions(`<p>${one.join(' ')}</p>`, `<p>${other.join(' ')}</p>`), 'ins'))
  const items = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 })
  fc.assert(
    fc.property(items, items, (one, other) => {
      expect(common(one, other)).toHaveLength(longestCommonLength(one, other))
    }),
    propertyRuns({ normal: 500, deep: 20_000 }),
  )
  const numbers = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}${n}`)
  expect(common([...numbers(499, 'a'), 'x'], [...numbers(499, 'b'), 'x'])).toEqual(['x'])
  expect(common([...numbers(501, 'a'), 'x'], [...numbers(501, 'b'), 'x'])).toEqual([])
})

function longestCommonLength([first, ...one]: string[], other: string[]): number {
  if (first === undefined || other.length === 0) return 0
  const at = other.indexOf(first)
  const skipped = longestCommonLength(one, other)
  return at === -1 ? skipped : Math.max(skipped, 1 + longestCommonLength(one, other.slice(at + 1)))
}

test('hostile HTML takes no longer than twenty ordinary posts of its length', async () => {
  const read = (of: string) => hasSameWords(of, '')
  const ordinaryMs = await cpuMilliseconds(() => read(ordinaryHtml))
  for (const html of hostileHtml) expect(await isCostly(() => read(html), 20 * ordinaryMs)).toBe(false)
})
