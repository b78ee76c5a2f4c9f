import { expect, test } from 'vitest'
import {
  codeProblem,
  expiryProblem,
  formatCode,
  formatExpiry,
  formatNumber,
  numberProblem,
} from '../../embedded-stripe/browser/card-format.js'

test('numbers are written in groups, American Express in its own', () => {
  expect(formatNumber('42424')).toBe('4242 4')
  expect(formatNumber('4242-4242 4242x4242')).toBe('4242 4242 4242 4242')
  expect(formatNumber('378282246310005')).toBe('3782 822463 10005')
})

test('dates get their slash and their nought', () => {
  expect(formatExpiry('4')).toBe('04 / ')
  expect(formatExpiry('12')).toBe('12 / ')
  expect(formatExpiry('1234')).toBe('12 / 34')
  expect(formatExpiry('12 / 345')).toBe('12 / 34')
})

test('a date can be erased: the slash does not come back', () => {
  expect(formatExpiry('12 /', true)).toBe('12')
  expect(formatExpiry('1', true)).toBe('1')
})

test('a code has three digits, with American Express four', () => {
  expect(formatCode('12345', '4242')).toBe('123')
  expect(formatCode('12345', '3782')).toBe('1234')
})

test('what is missing is told in the words of Stripe', () => {
  const today = new Date(2026, 10, 21)
  expect(numberProblem('4242 4242')).toMatchObject({ code: 'incomplete_number' })
  expect(numberProblem('4242 4242 4242 4241')).toMatchObject({ code: 'invalid_number' })
  expect(numberProblem('4242 4242 4242 4242')).toBeNull()
  expect(expiryProblem('13 / 30', today)).toMatchObject({ code: 'incomplete_expiry' })
  expect(expiryProblem('10 / 26', today)).toMatchObject({ code: 'invalid_expiry_year_past' })
  expect(expiryProblem('11 / 26', today)).toBeNull()
  expect(codeProblem('12', '4242')).toMatchObject({ code: 'incomplete_cvc' })
  expect(codeProblem('123', '3782')).toMatchObject({ code: 'incomplete_cvc' })
})
