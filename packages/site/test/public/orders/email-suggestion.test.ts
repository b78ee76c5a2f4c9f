import { describe, expect, test } from 'vitest'
import { suggestedEmail } from '../../../src/public/orders/order-form/email-suggestion.ts'

describe('suggestedEmail', () => {
  test.each([
    ['maya@gmial.com', 'maya@gmail.com'],
    ['maya@gmail.con', 'maya@gmail.com'],
    ['maya@gmail.co', 'maya@gmail.com'],
    ['maya@gmailcom', 'maya@gmail.com'],
    ['maya@gmail', 'maya@gmail.com'],
    ['Maya.O@GMAL.COM', 'Maya.O@gmail.com'],
    ['maya@hotmial.co.uk', 'maya@hotmail.co.uk'],
    ['maya@yahooo.com', 'maya@yahoo.com'],
    ['maya@outlok.com', 'maya@outlook.com'],
    ['maya@iclould.com', 'maya@icloud.com'],
  ])('corrects %s', (typed, meant) => {
    expect(suggestedEmail(typed)).toBe(meant)
  })

  test.each([
    'maya@gmail.com',
    'maya@example.org',
    'maya@me.co',
    'maya@ac.com',
    'maya@gov.uk',
    'maya',
    '@gmial.com',
    '',
  ])('leaves %s alone', (email) => {
    expect(suggestedEmail(email)).toBeNull()
  })
})
