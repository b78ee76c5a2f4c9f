import { formatSecond } from '@priormark/core/platform/dates'
import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import {
  type PublicProof,
  type PublicProofState,
  verifyPublicProof,
} from '@priormark/core/proofs/proof/public-proof'
import { chainResults } from './chain-results.ts'
import { allAttestations, isOtsOf, findMismatchedFiles, workWith, type SortedEvidence } from './evidence.ts'
import { emptyResult, type VerifyResult } from './verify-result.ts'
import { fileCheck, pathCheck, refusal } from './proof-result.ts'

/** The result for the public part of a proof, with or without its file. */
export function publicProofResult(
  proof: PublicProof,
  evidence: SortedEvidence,
  hashes: HashFunctions,
): VerifyResult {
  const { sha256, root } = proof
  const base = { ...emptyResult, key: proof.id, about: 'The proof behind the badge' }
  const mismatchedFiles = findMismatchedFiles(evidence)
  const file = workWith(evidence, sha256) ?? mismatchedFiles[0]
  const outcome = verifyPublicProof(proof, file?.sha256 ?? sha256, hashes)
  if (!outcome.holds) return { ...base, ...refusal(outcome.problem, mismatchedFiles) }
  const siteStatement = siteMessage(proof)
  if (file === undefined) {
    return {
      ...base,
      tone: 'asking',
      title: `This fingerprint ${proof.state === 'stopped' ? 'isn’t recorded' : 'is recorded here'}. Add the file to compare it.`,
      messages: [siteStatement, 'Its owner and its title are not public.'],
      seals: [{ label: 'The file it is for', sha256 }],
    }
  }
  const otsParts = evidence.otsParts.filter(
    (part) => isOtsOf(part, sha256) || (root !== null && isOtsOf(part, root)),
  )
  const attestations = allAttestations(otsParts, hashes)
  const chainEvidence = { anchors: outcome.remaining, rootHex: root ?? '', attestations }
  const { checks, ...verdict } = chainResults(chainEvidence, evidence, hashes)
  return {
    ...base,
    ...verdict,
    messages: [...verdict.messages, siteStatement],
    seals: [{ label: file.name, sha256 }],
    checks: [fileCheck(file), ...(proof.path === null ? [] : [pathCheck(proof.path.length)]), ...checks],
  }
}

/** What this site says about the proof's state and date. */
function siteMessage({ state, existedNoLaterThan, isOnTestChain }: PublicProof): string {
  if (isOnTestChain) return `${publicStateLabels[state]} It is on a test chain: this is a test.`
  if (existedNoLaterThan === null) return publicStateLabels[state]
  const time = formatSecond(existedNoLaterThan)
  return `${publicStateLabels[state]} According to this site, the file existed no later than ${time}.`
}

/** How far the shop has recorded a proof, as a sentence for visitors. */
export const publicStateLabels: Record<PublicProofState, string> = {
  stopped: 'Its recording is stopped.',
  waiting: 'It will be in the next batch.',
  queued: 'It is in a batch that is about to be sent to a blockchain.',
  submitted: 'Its batch was sent to a blockchain and is not in a block yet.',
  included: 'Its batch is in a block, which could still be replaced.',
  final: 'Its batch is in a final block.',
}
