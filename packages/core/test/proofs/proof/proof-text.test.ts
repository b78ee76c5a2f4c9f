import { Buffer } from 'node:buffer'
import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson, readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { workRecord } from '@priormark/core/proofs/proof/record'
import { utf8 } from '@priormark/core/platform/utf8'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'

const anyText = fc.string({ unit: 'binary' })
const stringMap = fc.dictionary(anyText, anyText)

test('canonical JSON sorts names as in RFC 8785 section 3.2.3', () => {
  const map = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1f600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  expect(canonicalJson(map)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
      '"\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  )
})

test('canonical JSON escapes as RFC 8785 section 3.2.2 does', () => {
  expect(canonicalJson({ string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\\"/' })).toBe(
    '{"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('canonical JSON reads back any text that it writes', () => {
  fc.assert(
    fc.property(stringMap, (map) => {
      const text = canonicalJson(map)
      const read = readCanonicalJson(text)
      expect(read).toEqual(map)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test.each([
  ['a space', '{"a": "1"}'],
  ['names out of order', '{"b":"1","a":"2"}'],
  ['a name twice', '{"a":"1","a":"2"}'],
  ['a number', '{"a":1}'],
  ['a list', '["a"]'],
  ['nothing', 'null'],
  ['a longer escape', '{"a":"\\u0041"}'],
  ['an escaped slash', '{"a":"\\/"}'],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['no JSON', '{'],
])('rejects a text that is not canonical: %s', (_, text) => {
  expect(readCanonicalJson(text)).toBeNull()
})

const sampleDetails = {
  firstName: 'Ada',
  lastName: 'Example',
  projectName: 'Song',
  projectDescription: 'Words',
  fileName: 'song.txt',
  fileSizeBytes: 62,
  fileSha3: 'ab'.repeat(32),
  createdAt: '2026-01-02T03:04:05.000Z',
  previous: '',
}

test('a record is the same for composed and decomposed letters', () => {
  expect(workRecord({ ...sampleDetails, firstName: 'Zoe\u0308' })['firstName']).toBe('Zo\u00eb')
  const recordOf = (projectName: string) => workRecord({ ...sampleDetails, projectName })
  fc.assert(
    fc.property(anyText, (text) => {
      expect(recordOf(text.normalize('NFD'))).toEqual(recordOf(text))
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('canonical JSON contains no lone surrogate', () => {
  expect(() => canonicalJson({ name: '\ud800' })).toThrow('The text contains a lone surrogate')
  expect(() => canonicalJson({ '\udc00': '' })).toThrow(RangeError)
})

test('the record of a work has the specified names and no email address', () => {
  expect(workRecord(sampleDetails)).toEqual({
    createdAt: '2026-01-02T03:04:05.000Z',
    fileName: 'song.txt',
    fileSha3: 'ab'.repeat(32),
    fileSize: '62',
    firstName: 'Ada',
    holderKey: '',
    lastName: 'Example',
    previous: '',
    projectDescription: 'Words',
    projectName: 'Song',
  })
})

test('UTF-8, hex and base64 match Node’s in both directions', () => {
  fc.assert(
    fc.property(anyText, (text) => toHex(utf8(text)) === Buffer.from(text).toString('hex')),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
      expect(fromHex(toHex(bytes))).toEqual(bytes)
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('UTF-8 of every code point matches Node’s', () => {
  for (let first = 0; first < 0x110000; first += 0x400) {
    if (first >= 0xd800 && first < 0xe000) continue
    const text = String.fromCodePoint(...Array.from({ length: 0x400 }, (_, n) => first + n))
    expect(toHex(utf8(text))).toBe(Buffer.from(text).toString('hex'))
  }
})

test('rejects noncanonical base64 and hex', () => {
  for (const text of ['A', 'AA', 'AA=', 'AB==', 'AAB=', 'A===', '=AAA', 'AA==AA==', 'AA-_', ' AAAA'])
    expect(fromBase64(text)).toBeNull()
  for (const text of ['a', 'AA', '0x', 'zz', ' 00']) expect(() => fromHex(text)).toThrow(RangeError)
  expect(() => utf8('\ud800')).toThrow(RangeError)
})
