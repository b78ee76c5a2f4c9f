import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { relatesTo, sortEvidence, type Evidence } from './evidence.ts'
import { fileResult, severalFilesResult, unreadableResult } from './file-result.ts'
import type { VerifyResult } from './verify-result.ts'
import { manifestResults } from './manifest-results.ts'
import { otsResult } from './ots-result.ts'
import { proofResult } from './proof-result.ts'
import { publicProofResult } from './public-proof-result.ts'

/** Verifies the evidence: returns a result for each proof, or for each file if there is no proof. */
export function verifyResults(evidence: Evidence, hashes: HashFunctions): VerifyResult[] {
  const sorted = sortEvidence(evidence)
  const { publicProof, proofs, otsParts, candidateWorks, parts } = sorted
  const loneOts = otsParts.filter((part) => !proofs.some(({ meaning }) => relatesTo(part, meaning.proof)))
  const found = [
    ...(publicProof === null ? [] : [publicProofResult(publicProof, sorted, hashes)]),
    ...proofs.map((part) => proofResult(part, sorted, hashes)),
    ...loneOts.map((part) => otsResult(part, sorted, hashes)),
    ...parts.flatMap(unreadableResult),
    ...manifestResults(sorted),
  ]
  if (found.length === 0) return candidateWorks.map(fileResult)
  const works = new Set([
    ...(publicProof === null ? [] : [publicProof.sha256]),
    ...proofs.map(({ meaning }) => meaning.proof.file.sha256),
  ])
  return works.size > 1 ? [severalFilesResult(works.size), ...found] : found
}
