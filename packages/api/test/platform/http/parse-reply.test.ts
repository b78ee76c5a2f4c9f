import { Uuid } from '@priormark/core/platform/ids'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createReplyParser } from '../../../src/platform/http/parse-reply.ts'

const id = '9687346b-34fc-47f7-9020-8937071e5fe0'
const Row = v.object({
  id: Uuid,
  name: v.string(),
  size: v.number(),
  isPaid: v.boolean(),
  state: v.picklist(['open', 'closed']),
  parent: v.nullable(v.object({ id: Uuid })),
})
const row = { id, name: 'One', size: 1, isPaid: true, state: 'open', parent: { id } }

describe('replyParser', () => {
  const parse = createReplyParser(v.array(Row))

  test('returns a reply of exactly its schema without a copy', () => {
    const reply = [row, { ...row, parent: null }]
    expect(parse(reply)).toBe(reply)
  })

  test.each([
    ['an object', { ...row, passwordHash: 'secret' }],
    ['a nested object', { ...row, parent: { id, passwordHash: 'secret' } }],
    ['an entity', Object.assign(Object.create({ toJSON: () => ({ passwordHash: 'secret' }) }), row)],
  ])('sends no further properties of %s', (_what, leaking) => {
    expect(JSON.stringify(parse([row, leaking]))).toBe(JSON.stringify([row, row]))
  })

  test('applies transformations', () => {
    expect(parse([{ ...row, id: id.toUpperCase() }])).toStrictEqual([row])
  })

  test.each([
    ['id', 'no uuid'],
    ['name', 1],
    ['name', undefined],
    ['size', Number.NaN],
    ['size', '1'],
    ['isPaid', 'true'],
    ['state', 'lost'],
    ['parent', undefined],
    ['parent', { id: 'no uuid' }],
  ])('rejects a reply whose %s is %j', (name, value) => {
    expect(() => parse([{ ...row, [name]: value }])).toThrow(v.ValiError)
  })

  test('rejects a reply without a property', () => {
    const { name: _, ...rest } = row
    expect(() => parse([rest])).toThrow(v.ValiError)
  })

  test('fills in defaults', () => {
    const withDefault = createReplyParser(v.object({ color: v.nullable(v.string(), 'red') }))
    expect(withDefault({ color: null })).toStrictEqual({ color: 'red' })
  })

  test('applies the rules of an object as a whole', () => {
    const ordered = createReplyParser(
      v.pipe(
        v.object({ from: v.number(), to: v.number() }),
        v.check(({ from, to }) => from <= to),
      ),
    )
    expect(() => ordered({ from: 2, to: 1 })).toThrow(v.ValiError)
  })

  test('parses schemas that it does not know', () => {
    const either = createReplyParser(
      v.object({ id: v.union([v.strictObject({ a: v.string() }), v.number()]) }),
    )
    expect(either({ id: 1, passwordHash: 'secret' })).toStrictEqual({ id: 1 })
  })
})
