import { ApiError, NetworkError, sentenceOf } from '@priormark/core/http/api-error'
import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import * as v from 'valibot'
import { client } from '../api.ts'
import type { UploadState } from '../upload/upload-store.ts'
import { firstSentences, type FormErrors } from './form-errors.ts'
import type { Draft } from './saved-draft.ts'

/** How the two order forms differ (SPEC.md sections 5 and 8). */
export interface OrderRules {
  form: 'landing' | 'blog'
  failedTitle: string
  /** For a refusal without a sentence of its own, and for any other failure. */
  fallbackMessage: string
  unexpectedMessage: string
}

const schemas = { landing: LandingOrderForm, blog: BlogOrderForm } as const

/** How an attempt to order ended. `isGone`: the upload waited too long, and the server has it no more. */
export type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'wrong'; errors: FormErrors }
  | { kind: 'no-file'; isGone: boolean }
  | { kind: 'refused'; errors: FormErrors; sentence: string }

/** Judges a draft by its form's rules, and orders where nothing is wrong with it. */
export async function sendOrder(rules: OrderRules, draft: Draft, upload: UploadState): Promise<OrderOutcome> {
  const { order, errors } = readOrder(rules.form, draft)
  if (errors) return { kind: 'wrong', errors }
  if (upload.phase !== 'uploaded') return { kind: 'no-file', isGone: false }
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

/** The order a draft makes, or one sentence for each field that stops it. */
export function readOrder(
  form: OrderRules['form'],
  draft: Draft,
): { order: v.InferOutput<typeof LandingOrderForm>; errors: null } | { order: null; errors: FormErrors } {
  const schema: v.GenericSchema<unknown, v.InferOutput<typeof LandingOrderForm>> = schemas[form]
  const result = v.safeParse(schema, draft)
  if (result.success) return { order: result.output, errors: null }
  return { order: null, errors: firstSentences(v.flatten(result.issues).nested ?? {}) }
}
