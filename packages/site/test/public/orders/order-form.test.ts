import { afterEach, describe, expect, test, vi } from 'vitest'
import { useEntryStore, type FormEntry } from '../../../src/public/orders/order-form/entry-store.ts'
import { firstMessages } from '../../../src/public/orders/order-form/Field.tsx'
import { submitOrder, type OrderRules } from '../../../src/public/orders/order-form/send-order.ts'
import { useUploadStore } from '../../../src/public/orders/upload/upload-store.ts'

const complete = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.org',
  projectName: 'Rain',
  projectDescription: 'x',
  terms: true,
}
const file = { fileName: 'song.wav', fileSize: 4, sha256: 'a'.repeat(64), uploadId: 'upload' }
const orderId = '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60'
const messages = { failedTitle: '', fallbackMessage: '', unexpectedMessage: '' }

afterEach(() => {
  vi.restoreAllMocks()
  useEntryStore.setState(useEntryStore.getInitialState())
  useUploadStore.setState(useUploadStore.getInitialState())
})

/** Submits an entry after its file was uploaded. Returns the errors that are shown, or where the visitor is sent. */
async function submit(form: OrderRules['form'], entry: Partial<FormEntry>) {
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(Response.json({ success: true, message: '', orderId }))
  useEntryStore.setState({ entry: { ...useEntryStore.getState().entry, ...entry } })
  useUploadStore.setState({ upload: { phase: 'uploaded', file } })
  const [showErrors, navigate] = [vi.fn(), vi.fn()]
  await submitOrder({ form, ...messages }, { termsId: null, showErrors, navigate })
  return {
    errors: showErrors.mock.lastCall?.[0],
    order: await new Response(fetch.mock.lastCall?.[1]?.body ?? 'null').json(),
    path: navigate.mock.lastCall?.[0],
  }
}

describe('the order form', () => {
  test.each([
    ['landing', '', 'Project description is required', 'You must accept the terms'],
    ['blog', 'too short', 'Description should be at least 10 characters', 'You must agree to the terms'],
  ] as const)(
    'shows an error for each missing or invalid field of the %s',
    async (form, description, shown, terms) => {
      expect(await submit(form, { projectDescription: description })).toEqual({
        order: null,
        errors: {
          firstName: 'First name is required',
          lastName: 'Last name is required',
          email: 'Invalid email address',
          projectName: 'Project name is required',
          projectDescription: shown,
          terms,
        },
      })
    },
  )

  test('orders with a description of one character, and opens the checkout', async () => {
    expect(await submit('landing', complete)).toMatchObject({
      order: { ...complete, uploadId: 'upload' },
      path: `/checkout?orderId=${orderId}`,
    })
  })

  test('rejects a field with only spaces', async () => {
    expect(await submit('landing', { ...complete, firstName: '  ' })).toEqual({
      order: null,
      errors: { firstName: 'First name is required' },
    })
  })

  test('returns the first of the server’s errors for each field of the form', () => {
    expect(firstMessages({ email: ['No such host', 'Second'], uploadId: ['Gone'] })).toEqual({
      email: 'No such host',
    })
  })
})
