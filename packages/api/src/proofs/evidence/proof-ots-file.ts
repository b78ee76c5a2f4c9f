import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { readAnchorOts } from '../leaves/block-height.ts'
import { sha256 } from '../leaves/sha256.ts'

/** Returns the standard `.ots` for the file of a proof. Null if no calendar has its root. */
export function otsFileOf(proof: Proof): Uint8Array | null {
  const timestamps = proof.anchors.flatMap((anchor) =>
    anchor.kind === 'opentimestamps' ? [readAnchorOts(anchor.ots).timestamp] : [],
  )
  const [first, ...others] = timestamps
  if (first === undefined) return null
  return writeOtsFile(otsOfProof(proof, others.reduce(mergeTimestamps, first), sha256))
}
