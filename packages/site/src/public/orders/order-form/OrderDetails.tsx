import { detailNames, orderDetails, type DetailName } from '@priormark/core/orders/order-details'
import { formPrivacyText } from '@priormark/core/settings/policy/rule-texts'
import { useEffect, useRef, useState, type ComponentProps, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { toastError } from '../../../ui/toast-store.ts'
import { unlessLeaving } from '../../../ui/unless-leaving.ts'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { useUploadStore } from '../upload/upload-store.ts'
import { changeEntry, useEntryStore, type FormEntry } from './entry-store.ts'
import {
  EmailField,
  Field,
  FieldError,
  fieldNames,
  focusField,
  focusFirst,
  type FormErrors,
} from './Field.tsx'
import styles from './OrderForm.module.css'
import type { OrderRules } from './send-order.ts'

/** Loads the code that validates and sends an order, once the visitor starts to fill in the form. */
const loadSendOrder = () => unlessLeaving(() => import('./send-order.ts'))

/** Further props of each input. */
const inputProps: Partial<Record<DetailName, Partial<ComponentProps<typeof Field>>>> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { hint: 'We’ll send your proof here.' },
  projectDescription: { hint: `Describe it in your own words. ${formPrivacyText}` },
}

/** The fields of an order. */
export function OrderDetails({ rules }: { rules: OrderRules }) {
  const entry = useEntryStore((store) => store.entry)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const isUploading = useUploadStore(({ upload }) => upload.phase === 'uploading')
  const { termsId } = usePage()
  const navigate = useNavigate()

  // Takes over input from before hydration.
  useEffect(() => {
    if (form.current) changeEntry(readForm(form.current))
  }, [])

  function change(fields: Partial<FormEntry>) {
    // Without a network this fails; submitting tries again and reports it.
    loadSendOrder().catch(() => {})
    changeEntry(fields)
    const remainingErrors = { ...errors }
    for (const name of fieldNames) if (name in fields) delete remainingErrors[name]
    setErrors(remainingErrors)
  }

  function showErrors(newErrors: FormErrors) {
    setErrors(newErrors)
    focusFirst(form.current, newErrors)
  }

  /** The button disappears, so the focus moves to the first field. */
  function recordAsNew() {
    change({ previousKey: '' })
    focusField(form.current, detailNames[0])
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSubmitting) return
    setSubmitting(true)
    try {
      const { submitOrder } = await loadSendOrder()
      await submitOrder(rules, { termsId, showErrors, navigate })
    } catch {
      // The module or the checkout page could not be loaded.
      toastError(rules.failedTitle, rules.unexpectedMessage)
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <form
      ref={form}
      className={styles.fields}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Order"
    >
      {entry.previousKey !== '' && (
        <p>
          This is the next draft of a work that you recorded.{' '}
          <button type="button" className={button.secondary} onClick={recordAsNew}>
            Record it as a new work
          </button>
        </p>
      )}
      {detailNames.map((name) => {
        const Input = name === 'email' ? EmailField : Field
        return (
          <Input
            key={name}
            name={name}
            label={orderDetails[name].label}
            rows={orderDetails[name].isLong ? 4 : 1}
            value={entry[name]}
            error={errors[name]}
            onChange={(value) => change({ [name]: value })}
            {...inputProps[name]}
          />
        )
      })}
      <div className={styles.terms}>
        <input
          id="terms"
          name="terms"
          type="checkbox"
          checked={entry.terms}
          required
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
      {/* A disabled button would lose the focus, which stays here if no field has an error. */}
      <button
        type="submit"
        className={`${button.primary} ${styles.submit}`}
        aria-disabled={isSubmitting || undefined}
      >
        {isSubmitting ? 'Processing...' : 'Continue to payment'}
      </button>
      <output className={styles.waiting}>
        {isSubmitting && isUploading && 'We’ll continue as soon as your file is uploaded.'}
      </output>
    </form>
  )
}

/** Returns the fields of a form that are not empty. */
function readForm(form: HTMLFormElement): Partial<FormEntry> {
  const { terms, ...texts } = Object.fromEntries(new FormData(form))
  const filledTexts = Object.entries(texts).filter(([, text]) => text !== '')
  return { ...Object.fromEntries(filledTexts), ...(terms === undefined ? {} : { terms: true }) }
}
