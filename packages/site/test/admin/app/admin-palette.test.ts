import { describe, expect, test } from 'vitest'
import { screens } from '../../../src/admin/app/screens.ts'
import {
  matchingEntries,
  nextEntryId,
  type PaletteEntry,
} from '../../../src/admin/app/palette/palette-entries.ts'

const entry = (label: string, keywords = ''): PaletteEntry => ({
  id: label,
  group: 'Screens',
  label,
  keywords,
  run: () => {},
})

const entries = [
  entry('New Post', 'write'),
  entry('Go to the blog', 'Blog'),
  entry('Go to blog images'),
  entry('Résumé'),
  entry('Order of O’Brien'),
  entry('Order of Łukasz'),
]
const labelsFor = (typed: string) => matchingEntries(entries, typed).map(({ label }) => label)

describe('matchingEntries', () => {
  test.each([
    ['', entries.map(({ label }) => label)],
    ['blog', ['Go to the blog', 'Go to blog images']],
    ['  IMAGES go ', ['Go to blog images']],
    ['write', ['New Post']],
    ['resume', ['Résumé']],
    ["o'brien", ['Order of O’Brien']],
    ['lukasz', ['Order of Łukasz']],
    ['orders', []],
  ])('finds %j in every order of its words, without regard to case and accents', (typed, labels) => {
    expect(labelsFor(typed)).toEqual(labels)
  })

  test('puts labels that begin with the text first, and those found by their keywords last', () => {
    const three = [entry('Go to orders', 'blog'), entry('Show the blog'), entry('Blog')]
    expect(matchingEntries(three, 'blog').map(({ label }) => label)).toEqual([
      'Blog',
      'Show the blog',
      'Go to orders',
    ])
  })
})

test.each([
  ['refund', 'Go to orders'],
  ['csv', 'Go to orders'],
  ['export', 'Go to orders'],
  ['invite', 'Go to people'],
  ['password', 'Go to your account'],
])('the word %j finds “%s”', (typed, label) => {
  const all = screens.flatMap(({ shortcut, keywords }) =>
    shortcut === undefined ? [] : [entry(shortcut.label, keywords)],
  )
  expect(matchingEntries(all, typed).map((found) => found.label)).toContain(label)
})

describe('nextEntryId', () => {
  test.each([
    [null, 'ArrowDown', 'b'],
    ['a', 'ArrowUp', 'c'],
    ['c', 'ArrowDown', 'a'],
    ['gone', 'ArrowDown', 'b'],
  ] as const)('moves from %s with %s to %s', (from, key, to) => {
    expect(nextEntryId(['a', 'b', 'c'], from, key)).toBe(to)
  })

  test('returns null for an empty list', () => {
    expect(nextEntryId([], 'a', 'ArrowDown')).toBeNull()
  })
})
