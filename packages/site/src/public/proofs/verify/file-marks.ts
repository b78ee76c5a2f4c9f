import type { VerifyResult } from './verify-result.ts'
import type { VerifyFile } from './verify-store.ts'

/** What the results say about a chosen file. */
export type FileMark = 'matches' | 'different' | 'no proof here'

const matchingTones: readonly VerifyResult['tone'][] = ['proven', 'holds', 'pending']

/**
 * Returns the mark of a chosen file: it matches a proof, it differs from the one that a proof is for, or no proof is about
 * it. Null for proofs and their parts, and where a proof is faulty, since the result explains it.
 */
export function fileMark({ phase, parts }: VerifyFile, results: readonly VerifyResult[]): FileMark | null {
  const [part] = parts
  if (phase !== 'read' || part === undefined || results.length === 0) return null
  const isSealed = ({ seals }: VerifyResult) => seals.some(({ sha256 }) => sha256 === part.sha256)
  if (results.some((result) => matchingTones.includes(result.tone) && isSealed(result))) return 'matches'
  const { meaning } = part
  if (meaning.kind !== 'plain') return null
  const refused = results.filter(({ tone }) => tone === 'refused')
  // A result about another file than the one of the proof shows the seals of both.
  if (refused.some((result) => result.seals.length === 2 || isSealed(result))) return 'different'
  return refused.length === 0 ? 'no proof here' : null
}
