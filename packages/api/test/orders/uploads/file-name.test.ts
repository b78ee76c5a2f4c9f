import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import { cleanFileName } from '../../../src/orders/uploads/upload-service.ts'

test.each([
  ['song.wav', 'song.wav'],
  ['C:\\music\\song.wav', 'song.wav'],
  ['../../etc/passwd', 'passwd'],
  ['AC\\DC live.txt', 'AC\\DC live.txt'],
  ['a\\\\b.txt', 'a\\\\b.txt'],
  ['100%22 real.txt', '100%22 real.txt'],
  ['say "hi".txt', 'say "hi".txt'],
  [' lead.txt', ' lead.txt'],
  ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
  ['👨\u200d👩\u200d👧 trip.txt', '👨\u200d👩\u200d👧 trip.txt'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.txt',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.txt',
  ],
  ['Cafe\u0301.txt', 'Café.txt'],
  ['line\u2028sep.txt', 'linesep.txt'],
  ['\u2067txt\u2069.exe', 'txt.exe'],
  ['\u200b', 'file'],
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
