import { ApiError, NetworkError, sentenceOf } from '@priormark/core/http/api-error'
import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import * as v from 'valibot'
import { client } from '../api.ts'
import type { UploadState } from '../upload/upload-store.ts'
import { firstMessages, type FormErrors } from './form-errors.ts'
import type { Draft } from './saved-draft.ts'

/** The differences between the two order forms. */
export interface OrderRules {
  form: 'landing' | 'blog'
  failedTitle: string
  /** For an error response without a message, and for any other failure. */
  fallbackMessage: string
  unexpectedMessage: string
}

const schemas = { landing: LandingOrderForm, blog: BlogOrderForm } as const

/** The result of submitting an order. `isGone`: the server has deleted the upload, because it waited too long. */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'wrong'; errors: FormErrors }
  | { kind: 'no-file'; isGone: boolean }
  | { kind: 'refused'; errors: FormErrors; sentence: string }

/** Validates a draft by its form's rules and creates the order. */
export async function sendOrder(rules: OrderRules, draft: Draft, upload: UploadState): Promise<OrderOutcome> {
  const { order, errors } = readOrder(rules.form, draft)
  if (errors) return { kind: 'wrong', errors }
  if (upload.phase !== 'uploaded') return { kind: 'no-file', isGone: false }
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = { ...order, uploadId: upload.file.uploadId, timeZone }
    const { orderId } = await client.call(visitorOrderEndpoints.create, { body })
    return { kind: 'ordered', orderId }
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'no_file') return { kind: 'no-file', isGone: true }
    const isCallFailure = failure instanceof ApiError || failure instanceof NetworkError
    return {
      kind: 'refused',
      errors: failure instanceof ApiError ? firstMessages(failure.fields) : {},
      sentence: sentenceOf(failure, isCallFailure ? rules.fallbackMessage : rules.unexpectedMessage),
    }
  }
}

/** Returns the valid order, or one message for each invalid field. */
export function readOrder(
  form: OrderRules['form'],
  draft: Draft,
): { order: v.InferOutput<typeof LandingOrderForm>; errors: null } | { order: null; errors: FormErrors } {
  const schema: v.GenericSchema<unknown, v.InferOutput<typeof LandingOrderForm>> = schemas[form]
  const result = v.safeParse(schema, draft)
  if (result.success) return { order: result.output, errors: null }
  return { order: null, errors: firstMessages(v.flatten(result.issues).nested ?? {}) }
}
