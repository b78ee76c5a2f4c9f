import { describe, expect, test } from 'vitest'
import { useEntryStore } from '../../../src/public/orders/order-form/entry-store.ts'
import { firstMessages } from '../../../src/public/orders/order-form/Field.tsx'
import { validateEntry } from '../../../src/public/orders/order-form/send-order.ts'

const complete = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.org',
  projectName: 'Rain',
  projectDescription: 'x',
  terms: true,
}

describe('the order form', () => {
  test('returns an error for each empty field', () => {
    expect(validateEntry('landing', useEntryStore.getState().entry).errors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      projectName: 'Project name is required',
      projectDescription: 'Project description is required',
      terms: 'You must accept the terms',
    })
  })

  test('accepts a description of one character', () => {
    expect(validateEntry('landing', complete)).toEqual({ order: complete, errors: null })
  })

  test('rejects a field with only spaces', () => {
    expect(validateEntry('landing', { ...complete, firstName: '  ' }).errors).toEqual({
      firstName: 'First name is required',
    })
  })

  test('returns the first of the server’s errors for each field of the form', () => {
    expect(firstMessages({ email: ['No such host', 'Second'], uploadId: ['Gone'] })).toEqual({
      email: 'No such host',
    })
  })
})
