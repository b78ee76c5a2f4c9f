import { fromHex } from './bytes.ts'
import type { HashFunction } from './hash.ts'
import { recordCommitment } from './leaf.ts'
import type { OtsFile } from '../opentimestamps/ots-file.ts'
import type { OtsTimestamp } from '../opentimestamps/ots-timestamp.ts'
import { workOtsFile } from '../opentimestamps/ots-work-file.ts'
import type { Proof } from './proof-schema.ts'

/** Creates the standard `.ots` of a proof's file from the proof and the timestamp of its root. */
export function otsOfProof(proof: Proof, rootTimestamp: OtsTimestamp, sha256: HashFunction): OtsFile {
  return workOtsFile({
    fileSha256: fromHex(proof.file.sha256),
    commitment: recordCommitment(fromHex(proof.salt), proof.record, sha256),
    path: proof.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) })),
    rootTimestamp,
  })
}
