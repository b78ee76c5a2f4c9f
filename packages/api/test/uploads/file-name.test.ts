import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { cleanFileName } from '../../src/uploads/file-name.ts'

test.each([
  ['song.wav', 'song.wav'],
  ['C:\\music\\song.wav', 'song.wav'],
  ['../../etc/passwd', 'passwd'],
  ['Cafe\u0301.txt', 'Café.txt'],
  ['evil\u202Egnp.exe', 'evilgnp.exe'],
  ['line\r\nbreak.txt', 'linebreak.txt'],
  ['half\uD800.txt', 'half\uFFFD.txt'],
  ['..', 'file'],
  ['', 'file'],
  ['a/', 'file'],
])('%j is stored as %j', (name, kept) => {
  expect(cleanFileName(name)).toBe(kept)
})

test('a long name keeps its extension', () => {
  expect(cleanFileName(`${'x'.repeat(300)}.tar`)).toMatch(/^x+\.tar$/)
})

test('no name is too long, leads elsewhere or breaks a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
      const kept = cleanFileName(name)
      return (
        kept.length > 0 && kept.length <= 255 && !/[/\\\p{Cc}]/u.test(kept) && kept !== '..' && kept !== '.'
      )
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (name) => cleanFileName(cleanFileName(name)) === cleanFileName(name),
    ),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
