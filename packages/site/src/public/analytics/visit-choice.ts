import { create } from 'zustand'

/** What the visitor said about being counted. `unknown` until the page has come to life; `refused` by the browser itself. */
export type VisitChoice = 'unknown' | 'unasked' | 'accepted' | 'declined' | 'refused'

const key = 'priormark.visits'

/** The visitor's answer, kept in this browser alone. */
export const useVisitChoice = create<{ choice: VisitChoice }>(() => ({ choice: 'unknown' }))

/** Reads the answer given before. Global Privacy Control is an answer too, and stands above any other. */
export function readVisitChoice(): void {
  useVisitChoice.setState({ choice: refusesByBrowser() ? 'refused' : storedChoice() })
}

/** Keeps an answer; where the browser keeps nothing, it counts until the page is left. */
export function chooseVisits(choice: 'accepted' | 'declined'): void {
  if (refusesByBrowser()) return
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Asked again at the next visit.
  }
  useVisitChoice.setState({ choice })
}

function storedChoice(): VisitChoice {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'accepted' || kept === 'declined' ? kept : 'unasked'
  } catch {
    return 'unasked'
  }
}

/** https://w3c.github.io/gpc/ */
function refusesByBrowser(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}
