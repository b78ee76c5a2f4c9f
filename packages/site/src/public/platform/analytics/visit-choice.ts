import { create } from 'zustand'
import { unlessBlocked } from '../../../ui/unless-blocked.ts'
import { visitsKey } from '../../../rendering/page/early-input.ts'

/** `unknown` until the page is hydrated; `refused` by the browser's Global Privacy Control. */
export type VisitChoice = 'unknown' | 'undecided' | 'accepted' | 'declined' | 'refused'

/** The visitor's choice, stored only in this browser. */
export const useVisitChoice = create<{ choice: VisitChoice }>(() => ({ choice: 'unknown' }))

/** Reads the stored choice. Global Privacy Control overrides it. */
export function readVisitChoice(): void {
  useVisitChoice.setState({ choice: hasPrivacySignal() ? 'refused' : readStoredChoice() })
}

/** Stores a choice. In a browser without storage it applies until the page closes. */
export function chooseVisits(choice: 'accepted' | 'declined'): void {
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
