import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Email, normalizeEmail, shownEmail } from '@priormark/core/platform/email-address'
import { maxEmailLength } from '@priormark/core/platform/limits'
import { propertyRuns } from '../../testing/depth.ts'

const messagesOf = (email: string) => v.safeParse(Email, email).issues?.map(({ message }) => message) ?? []

describe('an address in an international domain', () => {
  test.each([
    ['zoe@münchen.de', 'zoe@xn--mnchen-3ya.de'],
    ['zoe@faß.example', 'zoe@xn--fa-hia.example'],
    ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
  ])('%s is stored in ASCII and shown as typed', (typed, stored) => {
    expect(v.parse(Email, typed)).toBe(stored)
    expect(shownEmail(stored)).toBe(typed)
    expect(v.parse(Email, stored), 'as Chromium sends it').toBe(stored)
    expect(shownEmail(typed)).toBe(typed)
  })

  test.each([
    ['a domain that mixes scripts', 'ada@xn--pple-43d.com'],
    ['an invalid label', 'ada@xn--a.de'],
    ['a label that stands for invisible characters', 'ada@xn--ab-m1t.de'],
  ])('%s is shown encoded', (_, address) => {
    expect(shownEmail(address)).toBe(address)
  })

  test.each([
    'zoe@mün chen.de',
    'zoe@mün%63hen.de',
    'zoe@münchen.de/x',
    'zoe@münchen.de:25',
    'zoé@münchen.de',
    'zoe@münchen',
  ])('%s is not valid', (typed) => {
    expect(messagesOf(typed)).toEqual(['Invalid email address'])
  })

  test('is stored in the same form, however often it is shown and sent again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (label) => {
        const stored = normalizeEmail(`ada@${label}.example`)
        expect(normalizeEmail(shownEmail(stored))).toBe(stored)
      }),
      propertyRuns({ normal: 500, deep: 20_000 }),
    )
  })
})

test.each([
  0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0xfeff, 0x20, 0xa0,
])('the character %i around a pasted address is left out', (code) => {
  const character = String.fromCodePoint(code)
  expect(v.parse(Email, `${character} ada@example.org${character} `)).toBe('ada@example.org')
})

test('a zero-width joiner within a domain is kept, since it makes another domain', () => {
  expect(v.parse(Email, 'ada@نامه\u200Cای.example')).toBe('ada@xn--mgba3gch31f060k.example')
})

test('an address is too long if its domain in ASCII is', () => {
  const isValid = (length: number) => v.is(Email, `${'a'.repeat(length - '@münchen.de'.length)}@münchen.de`)
  expect(isValid(maxEmailLength)).toBe(false)
  expect(isValid(maxEmailLength - 'xn---3ya'.length)).toBe(true)
})

test('a long text is not searched for an address', () => {
  expect(messagesOf(`${'@'.repeat(100_000)}${'.'.repeat(100_000)}xx`)).toEqual(['Invalid email address'])
})
