import type { HashFunctions } from '@priormark/core/proof/ots/ots-operation'
import { isBeside, sortEvidence, type Evidence } from './evidence.ts'
import { fileFinding, severalFilesFinding, unreadableFinding } from './file-finding.ts'
import type { Finding } from './finding.ts'
import { otsFinding } from './ots-finding.ts'
import { proofFinding } from './proof-finding.ts'
import { publicFinding } from './public-finding.ts'

/** All that can be said of an evidence, a finding for each proof; for each file where there is no proof. */
export function findingsOf(evidence: Evidence, hashes: HashFunctions): Finding[] {
  const sorted = sortEvidence(evidence)
  const { publicProof, proofs, otsParts, allegedWorks, parts } = sorted
  const loneOts = otsParts.filter((part) => !proofs.some(({ meaning }) => isBeside(part, meaning.proof)))
  const found = [
    ...(publicProof === null ? [] : [publicFinding(publicProof, sorted, hashes)]),
    ...proofs.map((part) => proofFinding(part, sorted, hashes)),
    ...loneOts.map((part) => otsFinding(part, sorted, hashes)),
    ...parts.flatMap(unreadableFinding),
  ]
  if (found.length === 0) return allegedWorks.map(fileFinding)
  const works = new Set([
    ...(publicProof === null ? [] : [publicProof.sha256]),
    ...proofs.map(({ meaning }) => meaning.proof.file.sha256),
  ])
  return works.size > 1 ? [severalFilesFinding(works.size), ...found] : found
}
