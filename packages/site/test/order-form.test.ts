import { describe, expect, test } from 'vitest'
import { emptyDraft } from '../src/public/order-form/draft-store.ts'
import { firstSentences } from '../src/public/order-form/form-errors.ts'
import { readOrder } from '../src/public/order-form/send-order.ts'

const complete = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.org',
  projectName: 'Rain',
  projectDescription: 'x',
  terms: true,
}

describe('the order form', () => {
  test('says what each empty field lacks', () => {
    expect(readOrder('landing', emptyDraft).errors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      projectName: 'Project name is required',
      projectDescription: 'Project description is required',
      terms: 'You must accept the terms',
    })
  })

  test('takes a description of one character', () => {
    expect(readOrder('landing', complete)).toEqual({ order: complete, errors: null })
  })

  test('takes no field of blanks', () => {
    expect(readOrder('landing', { ...complete, firstName: '  ' }).errors).toEqual({
      firstName: 'First name is required',
    })
  })

  test('shows the first sentence the server has for a field, and none for a field it does not know', () => {
    expect(firstSentences({ email: ['No such host', 'Second'], uploadId: ['Gone'] })).toEqual({
      email: 'No such host',
    })
  })
})
