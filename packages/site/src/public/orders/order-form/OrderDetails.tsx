import { formPrivacyText } from '@priormark/core/settings/policy/form-text'
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../../ui/toast-store.ts'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { changeDraft, useDraftStore } from './draft-store.ts'
import { Field, FieldError } from './Field.tsx'
import { fieldOrder, type FieldName, type FormErrors } from './form-errors.ts'
import styles from './OrderForm.module.css'
import type { Draft } from './saved-draft.ts'
import type { OrderRules } from './send-order.ts'

/** Validates and sends an order. Loaded when the visitor starts to fill in the form. */
const loadSendOrder = () => import('./send-order.ts')

/** The fields of an order. */
export function OrderDetails({ rules }: { rules: OrderRules }) {
  const draft = useDraftStore((store) => store.draft)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [emailNote, setEmailNote] = useState<ReactNode>(null)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')
  const { termsId } = usePage()
  const navigate = useNavigate()

  // Takes over input from before hydration.
  useEffect(() => {
    if (form.current) changeDraft(readForm(form.current))
  }, [])

  function change(fields: Partial<Draft>) {
    // Without a network this fails; submitting tries again and reports it.
    loadSendOrder().catch(() => {})
    changeDraft(fields)
    if ('email' in fields) setEmailNote(null)
    const corrected = { ...errors }
    for (const name of fieldOrder) if (name in fields) delete corrected[name]
    setErrors(corrected)
  }

  /** Asks about a probable typing mistake when the field loses focus, since during typing it would be premature. */
  function checkEmail() {
    loadSendOrder().then(
      ({ noteOnEmail }) => setEmailNote(noteOnEmail(draft.email, (email) => change({ email }))),
      () => {},
    )
  }

  function show(found: FormErrors) {
    setErrors(found)
    const first = fieldOrder.find((name) => found[name] !== undefined)
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSubmitting) return
    setSubmitting(true)
    try {
      const { submitOrder } = await loadSendOrder()
      await submitOrder(rules, { termsId, showErrors: show, navigate })
    } catch {
      // The module or the checkout page could not be loaded.
      toast({ title: rules.failedTitle, description: rules.unexpectedMessage, variant: 'destructive' })
    } finally {
      setSubmitting(false)
    }
  }

  const text = (name: Exclude<FieldName, 'terms'>) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (value: string) => change({ [name]: value }),
  })

  return (
    <form
      ref={form}
      className={styles.fields}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Order"
    >
      <Field {...text('firstName')} label="First name" autoComplete="given-name" />
      <Field {...text('lastName')} label="Last name" autoComplete="family-name" />
      <Field
        {...text('email')}
        label="Email"
        type="email"
        autoComplete="email"
        hint="We’ll send your proof here."
        onBlur={checkEmail}
      >
        {emailNote}
      </Field>
      <Field {...text('projectName')} label="Project name" />
      <Field
        {...text('projectDescription')}
        label="Project description"
        rows={4}
        hint={`Describe it in your own words. ${formPrivacyText}`}
      />
      <div className={styles.terms}>
        <input
          id="terms"
          name="terms"
          type="checkbox"
          checked={draft.terms}
          aria-invalid={errors.terms !== undefined}
          aria-describedby={errors.terms && 'terms-error'}
          onChange={(event) => change({ terms: event.target.checked })}
        />
        <div>
          <label htmlFor="terms">I agree to the terms</label>{' '}
          <SiteLink to="/terms" className={styles.read}>
            Read the Terms &amp; Conditions
          </SiteLink>
          <FieldError id="terms-error" error={errors.terms} />
        </div>
      </div>
      <button type="submit" className={`${button.primary} ${styles.submit}`} disabled={isSubmitting}>
        {isSubmitting ? 'Processing...' : 'Continue to payment'}
      </button>
      <output className={styles.waiting}>
        {isSubmitting && isUploading && 'We’ll continue as soon as your file is uploaded.'}
      </output>
    </form>
  )
}

/** Returns the fields of a form that are not empty. */
function readForm(form: HTMLFormElement): Partial<Draft> {
  const { terms, ...texts } = Object.fromEntries(new FormData(form))
  const written = Object.entries(texts).filter(([, text]) => text !== '')
  return { ...Object.fromEntries(written), ...(terms === undefined ? {} : { terms: true }) }
}
