import { readStrictJson } from '@priormark/core/proofs/proof/strict-json'
import { describe, expect, test } from 'vitest'

describe('readStrictJson', () => {
  test.each([
    ['the same name in two objects', '{"a":{"x":1},"b":{"x":2},"x":3}'],
    ['a text that looks like a name', '{"a":"b","b":["a","a"]}'],
    ['escaped quotes', String.raw`{"a\"":1,"a\\":"\":"}`],
    ['the largest exact number', '[9007199254740991,0]'],
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['many lists beside each other', `[${'[],'.repeat(40)}[]]`],
  ])('accepts %s', (_title, text) => {
    const value: unknown = JSON.parse(text)
    expect(readStrictJson(text)).toEqual({ value, flaw: null })
  })

  test.each([
    ['a name twice', '{"a":1,"a":1}', 'duplicate_key'],
    ['a name twice, written in two ways', String.raw`{"a":1,"\u0061":1}`, 'duplicate_key'],
    ['a name twice, around an object', '{"a":1,"b":{"c":1},"a":1}', 'duplicate_key'],
    ['a number that others round', '[9007199254740993]', 'inexact_number'],
    ['a long number', '[90071992547409910]', 'inexact_number'],
    ['a fraction', '[1.0]', 'inexact_number'],
    ['an exponent', '[1e2]', 'inexact_number'],
    ['a negative number', '[-1]', 'inexact_number'],
  ])('names what readers disagree on: %s', (_title, text, flaw) => {
    const value: unknown = JSON.parse(text)
    expect(readStrictJson(text)).toEqual({ value, flaw })
  })

  test.each([
    ['nothing', ''],
    ['a word', 'proof'],
    ['an open object', '{"a":1'],
    ['a byte order mark', '\uFEFF{}'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['33 levels of both kinds', `${'{"a":['.repeat(17)}${']}'.repeat(17)}`],
  ])('rejects %s', (_title, text) => {
    expect(readStrictJson(text)).toEqual({ value: null, flaw: 'not_json' })
  })
})
