import { replyText } from '@priormark/core/settings/policy/rule-texts'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { Field } from '../order-form/Field.tsx'
import styles from '../order-form/OrderForm.module.css'
import { myWorksEndpoints } from '@priormark/core/orders/customers/my-works'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { client } from '../../../ui/site-client.ts'

/** For customers who have lost the links to their orders. */
export function MyWorksPage() {
  const { shop } = usePage()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [recipient, setRecipient] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const formElement = useRef<HTMLFormElement>(null)

  // Takes over input from before hydration, such as the browser's autofill.
  useEffect(() => {
    const address = formElement.current?.querySelector('input')?.value
    if (address) setEmail(address)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setRecipient(null)
    const failureMessage = await sendLinks(email)
    setSending(false)
    setError(failureMessage ?? undefined)
    if (failureMessage === null) setRecipient(email.trim())
    else formElement.current?.querySelector('input')?.focus()
  }

  return (
    <div className={page.page}>
      <h1 className={page.title}>My works</h1>
      <p className={page.intro}>
        Lost the link to an order? Enter the email address that you ordered with. We’ll send one email with
        the links to all your paid orders.
      </p>
      <div className={page.sections}>
        <form
          ref={formElement}
          className={styles.fields}
          noValidate
          onSubmit={(event) => void submit(event)}
          aria-label="My works"
        >
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            error={error}
            onChange={(address) => {
              setEmail(address)
              setError(undefined)
            }}
          />
          <button
            type="submit"
            className={`${button.primary} ${styles.submit}`}
            aria-disabled={isSending || undefined}
          >
            {isSending ? 'Sending...' : 'Email me my links'}
          </button>
          <output>
            {recipient !== null && (
              <>
                If there are orders for <bdi>{recipient}</bdi>, their links are on the way. Check your spam
                folder if nothing arrives.
              </>
            )}
          </output>
        </form>
        <div>
          <p>
            Changed your address? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>.{' '}
            {replyText(shop)}
          </p>
        </div>
      </div>
    </div>
  )
}

/** Requests the links to all orders of an address. Returns a message if that failed, else null. */
async function sendLinks(email: string): Promise<string | null> {
  try {
    await client.call(myWorksEndpoints.sendLinks, { body: { email } })
    return null
  } catch (failure) {
    const fieldMessage = failure instanceof ApiError ? failure.fields['email']?.[0] : undefined
    return fieldMessage ?? messageOf(failure, 'We couldn’t send the request. Please try again.')
  }
}
