import button from '../layout/button.module.css'
import { chooseVisits, useVisitChoice, type VisitChoice } from './visit-choice.ts'
import styles from './visits.module.css'

const choiceTexts: Record<VisitChoice, string> = {
  unknown: 'You can change your choice at any time.',
  undecided: 'You haven’t chosen yet, so nothing is counted.',
  accepted: 'You accepted, so your visits are counted. You can change this at any time.',
  declined: 'You declined, so your visits are not counted. You can change this at any time.',
  refused: 'Your browser sends the Global Privacy Control signal, so your visits are not counted.',
}

/** Shows and changes whether visits are counted. */
export function AnalyticsChoice() {
  const choice = useVisitChoice((store) => store.choice)
  return (
    <section id="visits" aria-labelledby="visits-title" data-hydrate-now>
      <h2 id="visits-title">Your choice about visit counting</h2>
      <p aria-live="polite">{choiceTexts[choice]}</p>
      {choice !== 'refused' && <ChoiceButtons />}
    </section>
  )
}

/** Accept and Decline look the same, so that neither is favored. */
export function ChoiceButtons() {
  const choice = useVisitChoice((store) => store.choice)
  return (
    <div className={styles.buttons}>
      {(['accepted', 'declined'] as const).map((answer) => (
        <button
          key={answer}
          type="button"
          className={button.secondary}
          aria-pressed={choice === answer}
          onClick={() => chooseVisits(answer)}
        >
          {answer === 'accepted' ? 'Accept' : 'Decline'}
        </button>
      ))}
    </div>
  )
}
