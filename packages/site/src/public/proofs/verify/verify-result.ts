/**
 * The outcome of a result. `proven`: a block header proves a time; `holds`: everything matches, and the chain must be
 * looked up; `pending`: everything matches, but no public chain is named; `asking`: the file or the proof is
 * missing; `refused`: something does not match. The programs beside the vectors have the same words.
 */
export type Tone = 'proven' | 'holds' | 'pending' | 'asking' | 'refused'

/** A link to a block explorer. */
export interface ExplorerLink {
  label: string
  href: string
}

/** One check that was done here. */
export interface Check {
  name: string
  outcome: 'fits' | 'fails' | 'open'
  detail: string
}

/** Something to look up, with the exact values. */
export interface LookUp {
  title: string
  message: string
  values: { label: string; value: string }[]
  links: ExplorerLink[]
}

/** The result for one proof, or for a file without one. */
export interface VerifyResult {
  /** Identifies the result while files are added and removed. */
  key: string
  tone: Tone
  /** This browser cannot check the proof, so nothing is said about its file. */
  isUnsupported?: boolean
  /** The file that it is about. */
  about: string
  title: string
  messages: string[]
  /** Fingerprints to show as seals; two if they differ. */
  seals: { label: string; sha256: string }[]
  checks: Check[]
  /** The record in the proof. */
  record: { label: string; value: string }[]
  lookUps: LookUp[]
  /** The fingerprint that the visitor can look up in this shop, or null. */
  lookupSha256: string | null
}

/** The fields of a result with nothing to show below its title. */
export const emptyResult = {
  messages: [],
  seals: [],
  checks: [],
  record: [],
  lookUps: [],
  lookupSha256: null,
}

/** Brings the first verdict into view and moves the focus to it, so that keyboards and screen readers start there. */
export function showVerdict(results: HTMLElement): void {
  const verdict = results.querySelector('h2')
  if (verdict === null) return
  verdict.tabIndex = -1
  verdict.focus({ preventScroll: true })
  verdict.scrollIntoView({ block: 'center' })
}
