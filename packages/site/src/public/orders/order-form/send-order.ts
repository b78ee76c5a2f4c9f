import { ApiError, NetworkError, messageOf } from '@priormark/core/platform/http/api-error'
import { ChangedTerms } from '@priormark/core/orders/accepted-terms'
import { BlogOrderForm, LandingOrderForm } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import * as v from 'valibot'
import { toastError, useToastStore } from '../../../ui/toast-store.ts'
import { allowCookiesMessage, areCookiesBlocked, client } from '../../../ui/site-client.ts'
import { useUploadStore, type UploadState } from '../upload/upload-store.ts'
import { changeEntry, useEntryStore, type FormEntry } from './entry-store.ts'
import { firstMessages, type FormErrors } from './Field.tsx'

/** The differences between the two order forms. */
export interface OrderRules {
  form: 'landing' | 'blog'
  failedTitle: string
  /** For a failed call without a message. */
  fallbackMessage: string
  /** For any other failure. */
  unexpectedMessage: string
}

const schemas = { landing: LandingOrderForm, blog: BlogOrderForm } as const

interface SubmitDeps {
  /** The terms that the page shows. */
  termsId: string | null
  showErrors: (errors: FormErrors) => void
  navigate: (path: string) => void | Promise<void>
}

/** Validates the form entry, waits for a running upload, creates the order and opens its checkout, or shows why that failed. */
export async function submitOrder(rules: OrderRules, deps: SubmitDeps): Promise<void> {
  const { showErrors, navigate } = deps
  const readEntry = () => useEntryStore.getState().entry
  const firstCheck = validateEntry(rules.form, readEntry())
  if (firstCheck.errors) return showErrors(firstCheck.errors)
  const endedUpload = await whenUploadEnds()
  // The upload has reported its failure, or was removed.
  if (endedUpload?.phase === 'idle') return
  const { upload } = useUploadStore.getState()
  if (upload.phase !== 'uploaded') return askForFile(deps)
  // The form can be changed during the upload.
  const { order, errors } = validateEntry(rules.form, readEntry())
  if (errors) return showErrors(errors)
  const termsId = useEntryStore.getState().changedTermsId ?? deps.termsId
  const { previousKey } = readEntry()
  const body = {
    ...order,
    ...(termsId === null ? {} : { termsId }),
    ...(previousKey === '' ? {} : { previousKey }),
    uploadId: upload.file.uploadId,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const newOrder = await client
    .call(visitorOrderEndpoints.create, { body })
    .catch(async (failure: unknown) => {
      await showFailure(failure, rules, deps)
      return null
    })
  if (newOrder === null) return
  // A toast about the upload would cover the checkout.
  useToastStore.setState({ current: null })
  await navigate(`/checkout?orderId=${newOrder.orderId}`)
}

function askForFile({ showErrors }: SubmitDeps): void {
  showErrors({})
  useUploadStore
    .getState()
    .showProblem({ title: 'No file uploaded', description: 'Please upload a file to continue' })
}

async function showFailure(failure: unknown, rules: OrderRules, deps: SubmitDeps): Promise<void> {
  const { showErrors } = deps
  if (failure instanceof ApiError && failure.code === 'no_file') {
    if (await areCookiesBlocked()) {
      showErrors({})
      return toastError(rules.failedTitle, allowCookiesMessage)
    }
    // The server has deleted the upload, because no order used it in time.
    useUploadStore.getState().remove()
    return askForFile(deps)
  }
  if (failure instanceof ApiError && failure.code === 'terms_changed') {
    changeEntry({ terms: false })
    useEntryStore.setState({ changedTermsId: v.parse(ChangedTerms, failure.body).termsId })
  }
  showErrors(failure instanceof ApiError ? firstMessages(failure.fields) : {})
  const isCallFailure = failure instanceof ApiError || failure instanceof NetworkError
  toastError(
    rules.failedTitle,
    messageOf(failure, isCallFailure ? rules.fallbackMessage : rules.unexpectedMessage),
  )
}

/** Returns the valid order, or one message for each invalid field. */
function validateEntry(
  form: OrderRules['form'],
  entry: Omit<FormEntry, 'previousKey'>,
): { order: v.InferOutput<typeof LandingOrderForm>; errors: null } | { order: null; errors: FormErrors } {
  const schema: v.GenericSchema<unknown, v.InferOutput<typeof LandingOrderForm>> = schemas[form]
  const result = v.safeParse(schema, entry)
  if (result.success) return { order: result.output, errors: null }
  return { order: null, errors: firstMessages(v.flatten(result.issues).nested ?? {}) }
}

/** Waits for the end of a running upload. Resolves to its state then, or to null if none was running. */
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
