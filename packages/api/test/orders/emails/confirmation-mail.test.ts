import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { openComposer } from './compose-fixtures.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
const compose = openComposer(database)

/** The text of an email without its line breaks. */
function textOf(...input: Parameters<typeof compose>): string {
  return compose(...input).text.replaceAll(/\s+/g, ' ')
}

test.each([
  [null, 'by Tue, Nov 24, 8:05 AM UTC.'],
  ['America/New_York', 'by Tue, Nov 24, 3:05 AM EST.'],
])('an order is promised for a date in the time zone %s: %s', (timeZone, date) => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  expect(textOf('confirmation', { paidAt, startRequestedAt: paidAt, timeZone })).toContain(date)
})

test('a start that was requested days after the payment is not promised in hours of the payment', () => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  const startRequestedAt = new Date('2026-11-27T08:05:00Z')
  const text = textOf('confirmation', { paidAt, startRequestedAt })
  expect(text).toContain('We record your work by Sun, Nov 29, 8:05 AM UTC.')
  expect(text).not.toContain('of payment')
})

test.each([
  [{ status: 'completed' }, 'Your work is recorded. Your order page has the verification link', true],
  [
    { paymentState: 'refunded', refundedCents: 897 },
    'Your payment was refunded. Your work won’t be recorded.',
    false,
  ],
  [{ paymentState: 'disputed' }, 'We don’t record your work while your bank reviews the payment.', false],
  [
    { paymentState: 'disputed', dispute: { reason: 'fraudulent', status: 'lost', respondBy: null } },
    'Your bank returned the payment to you, so your work won’t be recorded.',
    false,
  ],
] as const)('a confirmation that is sent again tells the state of its day: %o', (state, text, isRecorded) => {
  const paidAt = new Date('2026-11-19T08:05:00Z')
  const written = textOf('confirmation', { paidAt, ...state })
  expect(written).toContain(text)
  expect(written).not.toMatch(/Then we email you|We start on|recorded sooner/)
  expect(/the evidence we send you/.test(written)).toBe(isRecorded)
})

test.each([
  ['begun', 'its fingerprint was already combined with others, which can’t be undone.'],
  ['recorded', 'The record of your work stays, and so does your evidence.'],
] as const)('a confirmation of a stopped order whose record is %s says so', (recordState, text) => {
  const written = textOf('confirmation', { paymentState: 'disputed' }, { recordState })
  expect(written).toContain(text)
  expect(written).not.toContain('We don’t record')
})

test('a confirmation that is sent again after the promised date says that the record is late', () => {
  const paidAt = new Date('2026-11-18T08:05:00Z')
  const text = textOf('confirmation', { paidAt, startRequestedAt: paidAt })
  expect(text).toContain('this is late: we promised to record your work by Fri, Nov 20')
  expect(text).not.toContain('in line')
})

test('all dates of a confirmation have one form, in the customer’s time zone', () => {
  const at = new Date('2026-11-22T02:05:00Z')
  const details = { createdAt: at, paidAt: at, startRequestedAt: at, timeZone: 'America/New_York' }
  const text = textOf('confirmation', details)
  expect(text).toContain('On Sat, Nov 21, 2026, 9:05 PM EST you agreed: “')
  expect(text).toContain('by Mon, Nov 23, 9:05 PM EST')
  expect(text).not.toMatch(/UTC|\b\d\d:\d\d (?!AM|PM)/)
})

test.each([
  ['asked for an immediate start', { startRequestedAt: new Date('2026-11-22T08:05:00Z') }],
  ['did not ask for it', { startRequestedAt: null }],
])('a confirmation has at most 200 words for a customer who %s', (_, details) => {
  const paidAt = new Date('2026-11-22T08:05:00Z')
  const receipt = { fileName: 'receipt-1.pdf', bytes: new Uint8Array(1) }
  const { text } = compose('confirmation', { paidAt, timeZone: 'America/New_York', ...details }, { receipt })
  // Neither the digits of the fingerprint nor addresses are words.
  const words = text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^([\da-f]{4}|[\da-f]{64})$|:\/\/|@/.test(word))
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(200)
})
