import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import type { EvmFlaw } from '@priormark/core/proofs/proof-v2/evm-evidence'
import type { ProofProblem } from '@priormark/core/proofs/proof/proof-problem'
import {
  verdictMessage,
  verdictMessages as words,
  type VerdictMessage,
} from '@priormark/core/proofs/proof/verdict-messages'

/** A proof of version 2 for the lyric, and the first two lines that every verifier prints for it. */
export interface VectorV2 {
  /** `sound/…` or `tampered/…`, without an ending. */
  name: string
  /** The text of proof.json. */
  text: string
  verdict: string
  sentence: string
}

type Outcome = 'open' | 'authority' | 'declared' | 'weak' | 'test' | 'unknown' | 'unreadable' | 'pending'
type SoundTone = 'holds' | 'pending'

/** A sound proof with the outcome for its witnesses. */
export function soundVector(name: string, [tone, outcome]: [SoundTone, Outcome], proof: unknown): VectorV2 {
  return vector(
    `sound/${name}`,
    proof,
    words[`tone.${tone}`],
    [`${outcome}.title`, `${outcome}.sentence`],
    {},
  )
}

/** A proof whose evidence proves a day. */
export function provenVector(
  name: string,
  day: string,
  proof: unknown,
  { id = 'proven.token.sentence', authority = 'Example Time-Stamping' }: ProvenBy = {},
): VectorV2 {
  return vector(`sound/${name}`, proof, words['tone.proven'], ['proven.title', id], { day, authority })
}

interface ProvenBy {
  id?: 'proven.sentence' | 'proven.token.sentence' | 'proven.qualified.sentence' | 'proven.renewal.sentence'
  authority?: string
}

/** A proof that breaks the grammar at a place; the whole if it is empty. */
export function malformedVector(
  name: string,
  where: string,
  issue: Extract<VerdictMessage, `issue.${string}`>,
  proof: unknown,
): VectorV2 {
  const parts = { version: 2, where: where === '' ? words['issue.whole'] : where, what: words[issue] }
  return problemVector(`grammar/${name}`, 'malformed', proof, parts)
}

/** A proof with a problem. The parts are those of its messages. */
export function problemVector(
  name: string,
  kind: ProofProblem['kind'],
  proof: unknown,
  parts: Record<string, string | number> = {},
): VectorV2 {
  const messages = [`problem.${kind}.title`, `problem.${kind}.meaning`] as const
  const all = { original: words['problem.original'], ...parts }
  return vector(`tampered/${name}`, proof, words['tone.refused'], messages, all)
}

/** A proof that holds, but with headers that contradict it. */
export const contradictedVector = (name: string, proof: unknown): VectorV2 =>
  vector(
    `tampered/${name}`,
    proof,
    words['tone.refused'],
    ['contradicted.title', 'contradicted.sentence'],
    {},
  )

/** A proof whose first witness has EVM evidence with a flaw. */
export function evmVector(name: string, flaw: EvmFlaw, proof: unknown): VectorV2 {
  return problemVector(`evm/${name}`, 'evm_evidence_broken', proof, { number: 1, flaw: words[`evm.${flaw}`] })
}

/** A proof whose first witness is a token with a flaw. */
export function brokenTokenVector(name: string, flaw: TokenFlaw, proof: unknown): VectorV2 {
  if (flaw === 'revoked') throw new Error('It has a problem of its own')
  return problemVector(`token/${name}`, 'token_broken', proof, { number: 1, flaw: words[`token.${flaw}`] })
}

/** A proof whose first witness is a token of a certificate that was revoked. */
export const revokedVector = (name: string, proof: unknown): VectorV2 =>
  problemVector(`token/revoked-${name}`, 'token_revoked', proof, { number: 1 })

function vector(
  name: string,
  proof: unknown,
  word: string,
  [title, sentence]: readonly [VerdictMessage, VerdictMessage],
  parts: Record<string, string | number>,
): VectorV2 {
  return {
    name,
    text: typeof proof === 'string' ? proof : `${JSON.stringify(proof)}\n`,
    verdict: `${word}: ${verdictMessage(title, parts)}`,
    sentence: verdictMessage(sentence, parts),
  }
}
