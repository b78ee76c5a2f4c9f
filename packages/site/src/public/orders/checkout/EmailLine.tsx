import { useNavigate } from 'react-router-dom'
import { draftKey } from '../order-form/draft-key.ts'
import styles from './CheckoutPage.module.css'

/** Where the proof is sent. The form can change it as long as this tab has it. */
export function EmailLine({ email, suggested }: { email: string; suggested: string | null }) {
  const navigate = useNavigate()
  return (
    <div className={styles.email}>
      <dt>Your proof goes to</dt>
      <dd>
        <span>{email}</span>
        {hasForm() && (
          <button
            type="button"
            className={styles.change}
            aria-label="Change the email address"
            onClick={() => void navigate('/', { state: { section: 'email' } })}
          >
            Change
          </button>
        )}
      </dd>
      {suggested !== null && <dd className={styles.suggested}>Please check it: did you mean {suggested}?</dd>}
    </div>
  )
}

function hasForm(): boolean {
  try {
    return sessionStorage.getItem(draftKey) !== null
  } catch {
    return false
  }
}
