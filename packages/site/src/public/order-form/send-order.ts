import { ApiError, NetworkError, sentenceOf } from '@priormark/core/http/api-error'
import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import * as v from 'valibot'
import { client } from '../api.ts'
import { useUploadStore, whenUploadEnds } from '../upload/upload-store.ts'
import { firstSentences, type FormErrors } from './form-errors.ts'
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

/**
 * The result of submitting an order. 'no-upload': the upload that it waited for failed or was removed. `isGone`: the server has
 * deleted the upload, because it waited too long.
 */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'wrong'; errors: FormErrors }
  | { kind: 'no-file'; isGone: boolean }
  | { kind: 'no-upload' }
  | { kind: 'refused'; errors: FormErrors; sentence: string }

/** Validates the draft by its form's rules, waits for a running upload, and creates the order. */
export async function sendOrder(rules: OrderRules, readDraft: () => Draft): Promise<OrderOutcome> {
  const before = readOrder(rules.form, readDraft())
  if (before.errors) return { kind: 'wrong', errors: before.errors }
  const ended = await whenUploadEnds()
  if (ended?.phase === 'idle') return { kind: 'no-upload' }
  const { upload } = useUploadStore.getState()
  if (upload.phase !== 'uploaded') return { kind: 'no-file', isGone: false }
  // The form can be changed during the upload.
  const { order, errors } = readOrder(rules.form, readDraft())
  if (errors) return { kind: 'wrong', errors }
  try {
    const body = { ...order, uploadId: upload.file.uploadId }
    const { orderId } = await client.call(visitorOrderEndpoints.create, { body })
    return { kind: 'ordered', orderId }
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'no_file') return { kind: 'no-file', isGone: true }
    const isAnswer = failure instanceof ApiError || failure instanceof NetworkError
    return {
      kind: 'refused',
      errors: failure instanceof ApiError ? firstSentences(failure.fields) : {},
      sentence: sentenceOf(failure, isAnswer ? rules.fallbackMessage : rules.unexpectedMessage),
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
  return { order: null, errors: firstSentences(v.flatten(result.issues).nested ?? {}) }
}
