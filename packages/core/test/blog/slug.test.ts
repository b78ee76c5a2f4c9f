import { freeSlug, maxSlugLength, Slug, slugFrom } from '@priormark/core/blog/slug'
import fc from 'fast-check'
import { propertyRuns } from '../../testing/depth.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'

/** Titles of every script, with spaces, dashes and punctuation between. */
const title = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '7', ' ', '-', '—', "'", 'é', 'ß', 'Ж', 'ω', '東', '🎵', '\t'),
  }),
)

test('slugFrom returns a valid slug or an empty string', () => {
  fc.assert(
    fc.property(title, (text) => {
      const slug = slugFrom(text)
      return slug === '' || v.is(Slug, slug)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('slugFrom returns a slug for a title with a letter or digit of any script', () => {
  const word = fc.constantFrom('a', 'É', '9', 'Ж', 'ω', 'ß', '東', 'ا', 'ह', '한', 'ก', '٣')
  fc.assert(
    fc.property(word, (letter) => slugFrom(`!! ${letter} …`) !== ''),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('slugFrom returns a slug unchanged', () => {
  fc.assert(
    fc.property(title, (text) => slugFrom(slugFrom(text)) === slugFrom(text)),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test.each([
  ['Hello, World!', 'hello-world'],
  ["It's  mine -- all of it", 'its-mine-all-of-it'],
  ['  Spaces   around ', 'spaces-around'],
  ['Before—after', 'before-after'],
  ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
  ['Straße, Łódź & Øresund', 'strasse-lodz-oresund'],
  ['Привет, мир', 'privet-mir'],
  ['Καλημέρα κόσμε', 'kalimera-kosme'],
  ['東京 Tokyo 2025', 'tokyo-2025'],
  ['snake_case and 50% off', 'snakecase-and-50-off'],
  ['?!', ''],
])('slugFrom turns %j into %j', (from, to) => {
  expect(slugFrom(from)).toBe(to)
})

test('slugFrom returns distinct, stable slugs for titles in other scripts', () => {
  expect(slugFrom('東京')).toMatch(/^post-[0-9a-z]+$/)
  expect(slugFrom('東京')).toBe(slugFrom(' 東京 '))
  expect(slugFrom('東京')).not.toBe(slugFrom('京都'))
})

test.each([
  ['', 'Slug is required'],
  ['Upper', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['two--hyphens', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['-edge', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['edge-', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['a b', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['café', 'Slug must contain only lowercase letters, numbers, and hyphens'],
])('Slug rejects %j', (slug, message) => {
  expect(v.safeParse(Slug, slug).issues?.[0]?.message).toBe(message)
})

test('freeSlug returns a valid, unused slug, preferably the requested one', () => {
  const slug = fc.stringMatching(/^[a-z0-9]{1,60}(-[a-z0-9]{1,39})?$/)
  fc.assert(
    fc.property(slug, fc.integer({ min: 0, max: 12 }), (requested, takenCount) => {
      const taken = new Set<string>()
      for (let count = 0; count < takenCount; count += 1)
        taken.add(freeSlug(requested, (one) => taken.has(one)))
      const free = freeSlug(requested, (one) => taken.has(one))
      expect(taken.size).toBe(takenCount)
      expect(taken.has(free)).toBe(false)
      expect(free.length).toBeLessThanOrEqual(maxSlugLength)
      expect(v.is(Slug, free)).toBe(true)
      if (takenCount === 0) expect(free).toBe(requested)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
