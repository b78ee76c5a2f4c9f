import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import { utf8 } from '@priormark/core/platform/utf8'
import { sampleProof } from '../vector-batch.ts'

/** The verdict that every verifier must return: the outcome of a sound proof, or the problem of another. */
export type Verdict = 'proven' | 'holds' | 'pending' | ProofProblem['kind'] | SecondVerdict

/** The verdict on a file next to the proof. */
type SecondVerdict =
  | 'contradicted'
  | 'record.other'
  | 'manifest.changed'
  | 'manifest.malformed'
  | 'ots.unreadable'
  | 'headers.unreadable'
  | 'ots.alone'

/** A proof.json with its work and the files next to it, and the verdicts in the order in which they are printed. */
export interface VerdictCase {
  /** `family/what-was-done`. */
  name: string
  verdicts: readonly Verdict[]
  proof: Uint8Array
  /** The work, if it is not the lyric. */
  work?: { name: string; content: Uint8Array }
  /** Other files in the folder of the proof, by name. */
  beside?: Readonly<Record<string, Uint8Array>>
  /** The case is verified with the checkpoints of Bitcoin's first epoch, which verifiers do not know. */
  usesFirstEpoch?: true
}

/** The sound proof that most cases are made from: the fourth leaf of seven, with an anchor of each kind. */
export const base = sampleProof(3, 7)
export const baseText = JSON.stringify(base, null, 2)

export function bytesOf(value: unknown): Uint8Array {
  return utf8(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** Makes a case of a text, or of a value that is written as JSON. */
export function caseOf(name: string, verdict: Verdict, proof: unknown): VerdictCase {
  return {
    name,
    verdicts: [verdict],
    proof: proof instanceof Uint8Array ? proof : bytesOf(proof),
  }
}

/** Returns a copy of a value with one member replaced, or removed if the new value is undefined. */
export function withMember(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item: unknown, n) => (String(n) === key ? withMember(item, rest, replacement) : item))
  const members = Object.entries(value ?? {})
  const changed = members.map(([name, item]) => [
    name,
    name === key ? withMember(item, rest, replacement) : (item as unknown),
  ])
  return Object.fromEntries(
    members.some(([name]) => name === key) ? changed : [...changed, [key, withMember({}, rest, replacement)]],
  )
}
