import { expect, test } from 'vitest'
import {
  codeProblem,
  expiryProblem,
  formatCode,
  formatExpiry,
  formatNumber,
  numberProblem,
} from '../../embedded-stripe/browser/card-format.js'

test('formats numbers in groups, with different groups for American Express', () => {
  expect(formatNumber('42424')).toBe('4242 4')
  expect(formatNumber('4242-4242 4242x4242')).toBe('4242 4242 4242 4242')
  expect(formatNumber('378282246310005')).toBe('3782 822463 10005')
})

test('adds the slash and the leading zero to dates', () => {
  expect(formatExpiry('4')).toBe('04 / ')
  expect(formatExpiry('12')).toBe('12 / ')
  expect(formatExpiry('1234')).toBe('12 / 34')
  expect(formatExpiry('12 / 345')).toBe('12 / 34')
})

test('does not add the slash again while a date is deleted', () => {
  expect(formatExpiry('12 /', true)).toBe('12')
  expect(formatExpiry('1', true)).toBe('1')
})

test('limits a code to three digits, four for American Express', () => {
  expect(formatCode('12345', '4242')).toBe('123')
  expect(formatCode('12345', '3782')).toBe('1234')
})

test('reports missing parts in the words of Stripe', () => {
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
