import { orderDetails } from '@priormark/core/orders/order-details'
import type { OrderedWork, OrderSummary } from '@priormark/core/orders/order'
import { OrderCorrection } from '@priormark/core/orders/order-form'
import { visitorOrderEndpoints } from '@priormark/core/orders/visitor-endpoints'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import button from '../../platform/layout/button.module.css'
import { client } from '../../../ui/site-client.ts'
import { correctEntry } from '../order-form/entry-store.ts'
import {
  EmailField,
  Field,
  firstMessages,
  focusField,
  focusFirst,
  type FormErrors,
} from '../order-form/Field.tsx'
import styles from './CheckoutPage.module.css'

interface OrderEditorProps {
  order: OrderSummary & { work: OrderedWork; email: string }
  onSaved: (order: OrderSummary) => void
  onCancel: () => void
}

/** Corrects the name of the work and the email address. The card form beside it keeps its input. */
export function OrderEditor({ order, onSaved, onCancel }: OrderEditorProps) {
  const formerDetails = { projectName: order.work.projectName, email: order.email }
  const [details, setDetails] = useState(formerDetails)
  const [errors, setErrors] = useState<FormErrors>({})
  const [failureMessage, setFailureMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => focusField(form.current, 'projectName'), [])

  function change(changes: Partial<typeof formerDetails>) {
    setDetails({ ...details, ...changes })
    setErrors({})
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (isSaving) return
    const { output, issues, success } = v.safeParse(OrderCorrection, { orderId: order.orderId, ...details })
    if (!success) {
      const messages = firstMessages(v.flatten(issues).nested ?? {})
      setErrors(messages)
      return focusFirst(form.current, messages)
    }
    setSaving(true)
    setFailureMessage(null)
    try {
      const correctedOrder = await client.call(visitorOrderEndpoints.correct, { body: output })
      await correctEntry(formerDetails, details)
      onSaved(correctedOrder)
    } catch (error) {
      setFailureMessage(messageOf(error, 'This couldn’t be saved. Please try again.'))
      setSaving(false)
    }
  }

  return (
    <form
      ref={form}
      className={styles.editor}
      noValidate
      aria-label="Edit your order"
      onSubmit={(event) => void save(event)}
    >
      <Field
        label={orderDetails.projectName.label}
        name="projectName"
        value={details.projectName}
        error={errors.projectName}
        onChange={(projectName) => change({ projectName })}
      />
      <EmailField
        label={orderDetails.email.label}
        name="email"
        value={details.email}
        error={errors.email}
        onChange={(email) => change({ email })}
      />
      <p role="alert" className={styles.failure}>
        {failureMessage}
      </p>
      <div className={styles.editorButtons}>
        <button type="submit" className={button.secondary} aria-disabled={isSaving || undefined}>
          {isSaving ? 'Saving...' : 'Save'}
        </button>
        <button type="button" className={styles.change} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
