import { attestationCheck, type AttestationCheck } from '@priormark/core/proofs/proof/anchor-check'
import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { readOtsFile, type OtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { walkAttestations } from '@priormark/core/proofs/opentimestamps/ots-walk'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { sha256 } from './sha256.ts'

/** Returns the lowest block that contains the root, or null. */
export function blockHeight(evidence: ProofAnchor | null | undefined): number | null {
  if (evidence == null || evidence.kind === 'manual') return null
  if (evidence.kind === 'evm') return evidence.blockNumber
  const heights = attestationsOf(readAnchorOts(evidence.ots)).flatMap((check) =>
    check.kind === 'bitcoin' ? [check.height] : [],
  )
  return heights.length === 0 ? null : Math.min(...heights)
}

/** Parses the `.ots` of an anchor, which this shop wrote. @throws OtsError if it is invalid */
export function readAnchorOts(base64: string): OtsFile {
  return readOtsFile(fromBase64(base64) ?? new Uint8Array())
}

/** Returns the attestations of a `.ots` that need checking. */
function attestationsOf(file: OtsFile): AttestationCheck[] {
  return Array.from(walkAttestations(file.timestamp, file.digest, { sha256 }), attestationCheck)
}
