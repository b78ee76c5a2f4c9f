import button from '../layout/button.module.css'
import styles from './visits.module.css'
import { chooseVisits, useVisitChoice } from './visit-choice.ts'

/** Accept and Decline look the same, so that neither is favored. */
export function ChoiceButtons() {
  const choice = useVisitChoice((store) => store.choice)
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={button.secondary}
        aria-pressed={choice === 'accepted'}
        onClick={() => chooseVisits('accepted')}
      >
        Accept
      </button>
      <button
        type="button"
        className={button.secondary}
        aria-pressed={choice === 'declined'}
        onClick={() => chooseVisits('declined')}
      >
        Decline
      </button>
    </div>
  )
}
