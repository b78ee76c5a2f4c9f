import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { BlockchainLink } from '@priormark/core/proofs/anchors/blockchain-link'
import { OrderChange } from '@priormark/core/orders/order'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const form = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  projectName: 'Notes',
  projectDescription: 'Note G.',
  terms: true,
}

const messages = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? [] : result.issues.map((issue) => [v.getDotPath(issue), issue.message])
}

const empty = {
  firstName: ' ',
  lastName: '',
  email: 'ada@',
  projectName: '',
  projectDescription: '',
  terms: false,
}

test('LandingOrderForm returns a message for each invalid field', () => {
  expect(messages(LandingOrderForm, form)).toEqual([])
  expect(messages(LandingOrderForm, empty)).toEqual([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Invalid email address'],
    ['projectName', 'Project name is required'],
    ['projectDescription', 'Project description is required'],
    ['terms', 'You must accept the terms'],
  ])
})

test.each([
  "o'brien@example.com",
  'a&b@example.com',
  'ada@xn--bcher-kva.example',
  'ada@mail.example.co.uk',
  'ada+proofs@example.org',
])('LandingOrderForm accepts %s', (email) => {
  expect(messages(LandingOrderForm, { ...form, email })).toEqual([])
})

test.each([
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@example.',
  'ada@example.c',
  'a da@example.org',
  'ada@exa_mple.org',
  'a@b@c.org',
])('LandingOrderForm rejects %s once', (email) => {
  expect(messages(LandingOrderForm, { ...form, email })).toEqual([['email', 'Invalid email address']])
})

test('BlogOrderForm requires a description of ten characters and has its own messages', () => {
  expect(messages(BlogOrderForm, { ...form, projectDescription: '123456789', terms: false })).toEqual([
    ['projectDescription', 'Description should be at least 10 characters'],
    ['terms', 'You must agree to the terms'],
  ])
  expect(messages(BlogOrderForm, { ...form, projectDescription: '1234567890' })).toEqual([])
})

test.each(['http://example.org/tx', 'javascript:alert(1)', 'example.org', 'https://', ' '])(
  'BlockchainLink rejects %j',
  (link) => {
    expect(v.is(BlockchainLink, link)).toBe(false)
  },
)

test('OrderChange sets flags but cannot clear them, and requires a link to complete an order', () => {
  expect(v.is(OrderChange, { paymentConfirmed: true })).toBe(true)
  expect(v.is(OrderChange, { paymentConfirmed: false })).toBe(false)
  expect(v.is(OrderChange, { status: 'completed' })).toBe(false)
  expect(v.is(OrderChange, { status: 'completed', blockchainLink: 'https://example.org/tx/1' })).toBe(true)
  expect(v.is(OrderChange, {})).toBe(false)
  expect(v.is(OrderChange, { paymentAmount: 1 })).toBe(false)
})
