import fc from 'fast-check'
import * as v from 'valibot'
import { hostileText, hostileValue } from './fuzz-values.ts'

type Schema = v.GenericSchema

/**
 * Generates values that a schema mostly accepts. Reads the schema as data (types, lengths, formats, choices).
 * @param known texts of this shop, such as ids, which are often used where they match a text schema
 */
export function valuesOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const wrapped = part(schema, 'wrapped')
  if (isSchema(wrapped)) return fc.option(valuesOf(wrapped, known), { nil: undefined, freq: 3 })
  const options = part(schema, 'options')
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return objectsOf(schema, known)
    case 'string':
      return textsOf(schema, known)
    case 'number':
      return numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(part(schema, 'literal'))
    case 'picklist':
      return Array.isArray(options) ? fc.constantFrom<unknown>(...options) : fc.constant(null)
    case 'union':
    case 'variant':
      return Array.isArray(options)
        ? fc.oneof(...options.filter(isSchema).map((one) => valuesOf(one, known)))
        : fc.constant(null)
    case 'array': {
      const item = part(schema, 'item')
      return fc.array(isSchema(item) ? valuesOf(item, known) : fc.jsonValue(), { maxLength: 4 })
    }
    default:
      return fc.jsonValue()
  }
}

/** Plausible input: a form of many fields is rarely accepted if every field is random. */
const plainTexts = [
  'Ada',
  'ada@example.org',
  '<p>A paragraph.</p>',
  'a-slug',
  'https://example.org/tx/0x12',
  '2031-01-01T00:00:00Z',
  '2026-11-21',
  '07:00',
  'Europe/London',
  '',
]

/** Generates values with one error: a part replaced, left out, or added under a name that all objects have. */
export function nearlyValuesOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(valuesOf(schema, known), fc.nat(50), hostileValue, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, place, hostile, how]) => {
      if (typeof value !== 'object' || value === null) return hostile
      const entries = Object.entries(value)
      const [name = 'extra'] = entries[place % Math.max(1, entries.length)] ?? []
      const rest = entries.filter(([other]) => how !== 'remove' || other !== name)
      const added: [string, unknown][] =
        how === 'replace'
          ? [[name, hostile]]
          : how === 'add'
            ? [[place % 2 === 0 ? '__proto__' : 'constructor', hostile]]
            : []
      return Object.fromEntries([...rest, ...added])
    })
}

function objectsOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const entries = Object.entries(part(schema, 'entries') ?? {}).filter((entry): entry is [string, Schema] =>
    isSchema(entry[1]),
  )
  return fc.record(Object.fromEntries(entries.map(([name, one]) => [name, valuesOf(one, known)])))
}

function textsOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const fitting = known.filter((text) => v.is(schema, text))
  const plain = plainTexts.filter((text) => v.is(schema, text))
  return fc.oneof(
    { weight: 1, arbitrary: freshTexts(schema) },
    ...(plain.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...plain) }]),
    ...(fitting.length === 0
      ? []
      : [{ weight: plain.length === 0 ? 5 : 2, arbitrary: fc.constantFrom(...fitting) }]),
  )
}

function freshTexts(schema: Schema): fc.Arbitrary<string> {
  const rules = new Map(
    actionsOf(schema).map((action) => [part(action, 'type'), part(action, 'requirement')]),
  )
  if (rules.has('uuid')) return fc.uuid()
  if (rules.has('email')) return fc.emailAddress()
  if (rules.has('url'))
    return fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true })
  if (rules.has('iso_timestamp')) return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const pattern = rules.get('regex')
  // Flags do not matter for generated texts: a case-insensitive pattern accepts one case.
  if (pattern instanceof RegExp) return fc.stringMatching(new RegExp(pattern.source))
  const least = Number(rules.get('min_length') ?? 0)
  const most = Number(rules.get('max_length') ?? 100_000)
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, least + 40) }),
    fc.constant('x'.repeat(Math.min(most, 3_000))),
    hostileText.filter((text) => text.length <= most),
  )
}

function numbersOf(schema: Schema): fc.Arbitrary<number> {
  const rules = new Map(
    actionsOf(schema).map((action) => [part(action, 'type'), part(action, 'requirement')]),
  )
  const min = Number(rules.get('min_value') ?? -(2 ** 31))
  const max = Number(rules.get('max_value') ?? 2 ** 53)
  return fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.constantFrom(min, max))
}

/** Returns the actions of a schema's pipes, including nested ones. */
function actionsOf(schema: unknown): unknown[] {
  const pipe = part(schema, 'pipe')
  if (!Array.isArray(pipe)) return []
  return pipe.flatMap((item: unknown) => (isSchema(item) ? (item === schema ? [] : actionsOf(item)) : [item]))
}

function part(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

function isSchema(value: unknown): value is Schema {
  return part(value, 'kind') === 'schema'
}
