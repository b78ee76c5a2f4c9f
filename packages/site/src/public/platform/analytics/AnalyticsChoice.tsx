import { create } from 'zustand'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'
import { visitsKey } from '../../../rendering/page/early-input.ts'
import button from '../layout/button.module.css'
import styles from './visits.module.css'

/** `unknown` until the page is hydrated; `refused` by the browser's Global Privacy Control. */
type VisitChoice = 'unknown' | 'undecided' | 'accepted' | 'declined' | 'refused'

/** The visitor's choice, stored only in this browser. */
export const useVisitChoice = create<{ choice: VisitChoice }>(() => ({ choice: 'unknown' }))

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

/** Reads the stored choice. Global Privacy Control overrides it. */
export function readVisitChoice(): void {
  useVisitChoice.setState({ choice: hasPrivacySignal() ? 'refused' : readStoredChoice() })
}

/** Stores a choice. In a browser without storage it applies until the page closes. */
function chooseVisits(choice: 'accepted' | 'declined'): void {
  if (hasPrivacySignal()) return
  unlessBlocked(() => localStorage.setItem(visitsKey, choice))
  useVisitChoice.setState({ choice })
}

function readStoredChoice(): VisitChoice {
  const choice = unlessBlocked(() => localStorage.getItem(visitsKey))
  return choice === 'accepted' || choice === 'declined' ? choice : 'undecided'
}

/** Whether the browser sends the Global Privacy Control signal: https://w3c.github.io/gpc/ */
function hasPrivacySignal(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}
