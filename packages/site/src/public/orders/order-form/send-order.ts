import { ApiError, NetworkError, messageOf } from '@priormark/core/platform/http/api-error'
import { ChangedTerms } from '@priormark/core/orders/accepted-terms'
import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import * as v from 'valibot'
import { toastError, useToastStore } from '../../../ui/toast-store.ts'
import { allowCookiesMessage, areCookiesBlocked } from '../../../ui/blocked-cookies.ts'
import { client } from '../../platform/api.ts'
import { useUploadStore, type UploadState } from '../upload/upload-store.ts'
import { changeEntry, useEntryStore, type FormEntry } from './entry-store.ts'
import { firstMessages, type FormErrors } from './form-errors.ts'

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
type OrderOutcome =
  | { kind: 'ordered'; orderId: string }
  | { kind: 'wrong'; errors: FormErrors }
  | { kind: 'no-file'; isGone: boolean }
  | { kind: 'no-upload' }
  | { kind: 'refused'; errors: FormErrors; message: string }

interface Follow {
  /** The terms that the page shows. */
  termsId: string | null
  showErrors: (errors: FormErrors) => void
  navigate: (path: string) => void | Promise<void>
}

/** Sends the order that the visitor has written, and shows what came of it. */
export async function submitOrder(
  rules: OrderRules,
  { termsId, showErrors, navigate }: Follow,
): Promise<void> {
  const outcome = await sendOrder(rules, termsId)
  switch (outcome.kind) {
    case 'ordered':
      // A toast about the upload would cover the checkout.
      useToastStore.setState({ current: null })
      return navigate(`/checkout?orderId=${outcome.orderId}`)
    case 'wrong':
      return showErrors(outcome.errors)
    case 'refused':
      showErrors(outcome.errors)
      return toastError(rules.failedTitle, outcome.message)
    case 'no-file':
      showErrors({})
      if (outcome.isGone) useUploadStore.getState().remove()
      return useUploadStore
        .getState()
        .showProblem({ title: 'No file uploaded', description: 'Please upload a file to continue' })
    case 'no-upload':
      // The upload has reported its failure.
      return
  }
}

/** Validates the form entry by its form's rules, waits for a running upload, and creates the order. */
async function sendOrder(rules: OrderRules, pageTermsId: string | null): Promise<OrderOutcome> {
  const readEntry = () => useEntryStore.getState().entry
  const before = readOrder(rules.form, readEntry())
  if (before.errors) return { kind: 'wrong', errors: before.errors }
  const ended = await whenUploadEnds()
  if (ended?.phase === 'idle') return { kind: 'no-upload' }
  const { upload } = useUploadStore.getState()
  if (upload.phase !== 'uploaded') return { kind: 'no-file', isGone: false }
  // The form can be changed during the upload.
  const { order, errors } = readOrder(rules.form, readEntry())
  if (errors) return { kind: 'wrong', errors }
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const termsId = useEntryStore.getState().changedTermsId ?? pageTermsId
    const shown = termsId === null ? {} : { termsId }
    const { previousKey } = readEntry()
    const draft = previousKey === '' ? {} : { previousKey }
    const body = { ...order, ...shown, ...draft, uploadId: upload.file.uploadId, timeZone }
    const { orderId } = await client.call(visitorOrderEndpoints.create, { body })
    return { kind: 'ordered', orderId }
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'no_file') {
      return (await areCookiesBlocked(client))
        ? { kind: 'refused', errors: {}, message: allowCookiesMessage }
        : { kind: 'no-file', isGone: true }
    }
    if (failure instanceof ApiError && failure.code === 'terms_changed') {
      changeEntry({ terms: false })
      useEntryStore.setState({ changedTermsId: v.parse(ChangedTerms, failure.body).termsId })
    }
    const isCallFailure = failure instanceof ApiError || failure instanceof NetworkError
    return {
      kind: 'refused',
      errors: failure instanceof ApiError ? firstMessages(failure.fields) : {},
      message: messageOf(failure, isCallFailure ? rules.fallbackMessage : rules.unexpectedMessage),
    }
  }
}

/** Returns the valid order, or one message for each invalid field. */
export function readOrder(
  form: OrderRules['form'],
  entry: Omit<FormEntry, 'previousKey'>,
): { order: v.InferOutput<typeof LandingOrderForm>; errors: null } | { order: null; errors: FormErrors } {
  const schema: v.GenericSchema<unknown, v.InferOutput<typeof LandingOrderForm>> = schemas[form]
  const result = v.safeParse(schema, entry)
  if (result.success) return { order: result.output, errors: null }
  return { order: null, errors: firstMessages(v.flatten(result.issues).nested ?? {}) }
}

/** Waits until no upload is running. Resolves to null if none was, or to how it ended. */
function whenUploadEnds(): Promise<UploadState | null> {
  if (useUploadStore.getState().upload.phase !== 'uploading') return Promise.resolve(null)
  return new Promise((resolve) => {
    const stop = useUploadStore.subscribe(({ upload }) => {
      if (upload.phase === 'uploading') return
      stop()
      resolve(upload)
    })
  })
}
