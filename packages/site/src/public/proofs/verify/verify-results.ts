import type { HashFunctions } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { sortEvidence, unclaimedWorks, type Evidence } from './evidence.ts'
import {
  certificateResult,
  fileResult,
  severalFilesResult,
  strayResult,
  unreadableResult,
} from './file-result.ts'
import type { VerifyResult } from './verify-result.ts'
import { manifestResults } from './manifest-results.ts'
import { otsResults } from './ots-result.ts'
import { proofResult } from './proof-result.ts'
import { publicProofResult } from './public-proof-result.ts'

/** Verifies the evidence: returns a result for each proof, or for each file if there is no proof. */
export function verifyResults(evidence: Evidence, hashes: HashFunctions): VerifyResult[] {
  const sorted = sortEvidence(evidence)
  const { publicProof, proofs, otsParts, strayWorks, parts } = sorted
  const found = [
    ...(publicProof === null ? [] : [publicProofResult(publicProof, sorted, hashes)]),
    ...unclaimedWorks(sorted).map(strayResult),
    ...proofs.map((part) => proofResult(part, sorted, hashes)),
    ...otsParts.flatMap((part) => otsResults(part, sorted, hashes)),
    ...parts.flatMap((part) => unreadableResult(part, sorted)),
    ...parts.flatMap((part) => certificateResult(part, sorted)),
    ...manifestResults(sorted),
  ]
  if (found.length === 0) {
    const manifests = parts.filter(({ meaning }) => meaning.kind === 'manifest')
    return [...strayWorks, ...manifests].filter(({ path }) => path === null).map(fileResult)
  }
  const works = new Set([
    ...(publicProof === null ? [] : [publicProof.sha256]),
    ...proofs.map(({ meaning }) => meaning.proof.file.sha256),
  ])
  return works.size > 1 ? [severalFilesResult(works.size), ...found] : found
}
