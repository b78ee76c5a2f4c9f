import type { ExplorerLink } from './explorers.ts'

/**
 * What a result comes to. `proven`: a chain's time is shown by what is at hand; `holds`: everything fits, and the chain
 * is to be looked up; `pending`: everything fits, and no chain is named yet; `asking`: something is missing; `refused`.
 */
export type Tone = 'proven' | 'holds' | 'pending' | 'asking' | 'refused'

/** One thing that was checked here. */
export interface Check {
  what: string
  outcome: 'fits' | 'fails' | 'open'
  detail: string
}

/** Something that remains to be looked up, with the exact values. */
export interface LookUp {
  title: string
  sentence: string
  values: { label: string; value: string }[]
  links: ExplorerLink[]
}

/** What was found of one proof, or of a file without one, in words. */
export interface VerifyResult {
  /** Tells results apart while files come and go. */
  key: string
  tone: Tone
  /** Which of the files it is about. */
  about: string
  title: string
  sentences: string[]
  /** Fingerprints to show as seals; two where they differ. */
  seals: { label: string; sha256: string }[]
  checks: Check[]
  /** The record that the proof carries. */
  record: { label: string; value: string }[]
  lookUps: LookUp[]
  /** A fingerprint that this shop may be asked about. */
  askable: string | null
}
