import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import { cpuMilliseconds, isCostly } from '@priormark/core/testing/cpu-time'
import { cases, sample, seed } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { maxJsonBytes } from '@priormark/core/platform/limits'
import { parseInput, parseParams } from '../../src/platform/http/parse-input.ts'
import { callName, everyEndpoint } from '../../testing/every-endpoint.ts'
import { valuesOf } from './fuzz-schema.ts'

/** The longest address that Node.js accepts, in bytes. */
const maxAddressBytes = 16 * 1024

/** Characters and openers that regular expressions and parsers of texts look for. */
const units = [
  ...Array.from(' \n\t\0\u200B\u00A0@.-_/\\=+%&#?:;,*<>[](){}"\'`a0Aéß👩İ'),
  'xn--',
  '<!--',
  '<script ',
  '<img alt="',
  '<a href=',
  '&amp;',
  '](',
  '{{',
  'https://',
  'data:',
]

/** Makes a text of about that many bytes. */
type Repetition = (length: number) => string

const ofOneUnit: readonly Repetition[] = units.map((unit) => (length) => fill(unit, length))

/** An address whose end backtracks into its beginning. */
const ofAddress: Repetition = (length) => `${fill('@', length / 2)}${fill('.', length / 2)}xx`

/** Two units in blocks or in turn, and one with an end that it does not match. */
const ofTwoUnits: readonly Repetition[] = units.flatMap((one) =>
  units.flatMap((other): Repetition[] => [
    (length) => fill(one, length / 2) + fill(other, length / 2),
    (length) => fill(one + other, length),
    (length) => `a${fill(one, length)}${other}`,
  ]),
)

function fill(unit: string, length: number): string {
  return unit.repeat(Math.max(1, Math.floor(length / Buffer.byteLength(unit))))
}

/** Returns texts that fill a body, shorter ones that fit the limits of a field, and long lists: a share of them in a normal run. */
function hostileValues(room: number): unknown[] {
  const lengths = [room, 100_000, 10_000, 2_000, 300].filter((length) => length <= room)
  const longest = [...ofOneUnit, ofAddress].map((make) => () => make(room))
  const others = lengths.flatMap((length) =>
    [...ofOneUnit, ...ofTwoUnits, ofAddress].map((make) => () => make(length)),
  )
  return [
    ofAddress(room),
    ...sample(longest, cases({ normal: 10, deep: longest.length })).map((make) => make()),
    ...sample(others, cases({ normal: 10, deep: 2_000 })).map((make) => make()),
    Array.from({ length: room / 2 }, () => 0),
    Array.from({ length: room / 3 }, () => ''),
    Array.from({ length: 1_000 }, (_, n) => `${'É'.repeat(50)}${n}`),
  ]
}

/** Replaces each part of a value in turn, also parts within parts. */
function* replacedParts(value: unknown, hostile: unknown): Generator<unknown> {
  yield hostile
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    for (const replaced of replacedParts(part, hostile)) {
      yield Array.isArray(value) ? value.with(Number(name), replaced) : { ...value, [name]: replaced }
    }
  }
}

/** Parses as route() does, and writes the errors as the reply does. */
function parse(how: typeof parseInput, schema: v.GenericSchema, input: unknown): void {
  try {
    how(schema, input)
  } catch (error) {
    JSON.stringify(error)
  }
}

/** Returns the first hostile input that costs too much, or null. */
async function costlyInput(
  schema: v.GenericSchema,
  how: typeof parseInput,
  room: number,
): Promise<string | null> {
  const valid = fc.sample(valuesOf(schema, []), { numRuns: cases({ normal: 1, deep: 8 }), seed })
  const ordinaryMs = await cpuMilliseconds(() => valid.forEach((value) => parse(how, schema, value)))
  for (const hostile of hostileValues(room)) {
    for (const input of valid.flatMap((value) => Array.from(replacedParts(value, hostile)))) {
      if (await isCostly(() => parse(how, schema, input), ordinaryMs))
        return JSON.stringify(input).slice(0, 200)
    }
  }
  return null
}

const endpoints = await everyEndpoint()

test.each(endpoints.map((spec) => [callName(spec), spec] as const))(
  '%s reads hostile input as cheaply as any other',
  async (_, { params, query, body }: EndpointSpec) => {
    const isJson = body !== undefined && body !== null && body !== 'multipart'
    expect(params && (await costlyInput(params, parseParams, maxAddressBytes))).toBeFalsy()
    expect(query && (await costlyInput(query, parseInput, maxAddressBytes))).toBeFalsy()
    expect(isJson && (await costlyInput(body, parseInput, maxJsonBytes))).toBeFalsy()
  },
)
