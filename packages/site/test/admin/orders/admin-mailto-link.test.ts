import { LandingOrderForm } from '@priormark/core/orders/order-form'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mailtoLink } from '../../../src/admin/orders/customers/customer-contact.ts'

const accepted = LandingOrderForm.entries.email

test.each(['ada@example.org', "o'brien+music@example.org", '100%@example.org'])(
  'links to the address %s',
  (email) => {
    const { protocol, pathname, search, hash } = new URL(mailtoLink(email))
    expect([protocol, decodeURIComponent(pathname), search, hash]).toEqual(['mailto:', email, '', ''])
  },
)

test.each([
  'ada?bcc=mallory%40example.com&subject=Refund@example.org',
  'ada?attach=/etc/passwd&x=@example.org',
  'ada#@example.org',
  'ada%2Cmallory%40example.com@example.org',
])('adds nothing to an email to %s, which the order form accepts', (email) => {
  expect(v.is(accepted, email)).toBe(true)
  const { pathname, search, hash } = new URL(mailtoLink(email))
  expect([decodeURIComponent(pathname), search, hash]).toEqual([email, '', ''])
})
