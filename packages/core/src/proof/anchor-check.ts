import { fromBase64 } from './base64.ts'
import { reversedHex } from './bitcoin-header.ts'
import { equalBytes, fromHex, toHex } from './bytes.ts'
import { evmCalldata } from './evm-calldata.ts'
import { OtsError } from './ots/ots-error.ts'
import { readOtsFile, type OtsFile } from './ots/ots-file.ts'
import type { HashFunctions } from './ots/ots-operation.ts'
import { walkAttestations, type FoundAttestation } from './ots/ots-walk.ts'
import type { ProofProblem } from './proof-problem.ts'
import type { Proof, ProofAnchor } from './proof-schema.ts'

/** What an attestation of a `.ots` leaves to be looked up. */
export type AttestationCheck =
  /** The block at this height must have this Merkle root, written as explorers do. */
  | { kind: 'bitcoin'; height: number; merkleRoot: string; message: Uint8Array }
  /** Ask the calendar what became of the message; nothing is proven yet. */
  | { kind: 'pending'; uri: string; message: Uint8Array }
  /** Of a kind that we do not know, or behind a hash that was not handed in. */
  | { kind: 'unreadable'; reason: string }

/** What remains to be checked where an anchor stands: no file can say by itself what a chain holds. */
export type AnchorCheck =
  /** The transaction must be in that block of that chain, and carry exactly this data. */
  | { kind: 'evm'; anchor: Extract<ProofAnchor, { kind: 'evm' }>; calldata: string }
  | { kind: 'opentimestamps'; file: OtsFile; attestations: AttestationCheck[] }
  /** Declared by the operator; look whether the root stands there. */
  | { kind: 'manual'; link: string }

/** What remains to be checked of each anchor, in their order, or the first one that does not belong to the root. */
export function anchorChecks(
  proof: Pick<Proof, 'anchors' | 'root'>,
  hashes: HashFunctions,
): { checks: AnchorCheck[] } | { problem: ProofProblem } {
  const checks: AnchorCheck[] = []
  for (const [index, anchor] of proof.anchors.entries()) {
    if (anchor.kind === 'evm') checks.push({ kind: 'evm', anchor, calldata: evmCalldata(proof.root) })
    else if (anchor.kind === 'manual') checks.push({ kind: 'manual', link: anchor.link })
    else {
      const reading = readAnchorOts(anchor.ots)
      if ('sentence' in reading)
        return { problem: { kind: 'anchor_unreadable', anchor: index, sentence: reading.sentence } }
      const { file } = reading
      if (!isOtsOf(file, proof.root)) return { problem: { kind: 'anchor_of_another_root', anchor: index } }
      const found = [...walkAttestations(file.timestamp, file.digest, hashes)]
      checks.push({ kind: 'opentimestamps', file, attestations: found.map(attestationCheck) })
    }
  }
  return { checks }
}

/** Whether some OpenTimestamps anchor of a proof is for a root, in hex. */
export function otsVouchesFor(proof: Proof, rootHex: string): boolean {
  return proof.anchors.some((anchor) => {
    if (anchor.kind !== 'opentimestamps') return false
    const reading = readAnchorOts(anchor.ots)
    return 'file' in reading && isOtsOf(reading.file, rootHex)
  })
}

/** What an attestation that was found in a `.ots` leaves to be looked up. */
export function attestationCheck(found: FoundAttestation): AttestationCheck {
  const { attestation, message } = found
  if (message === null) return { kind: 'unreadable', reason: `behind ${found.missingHash}` }
  if (attestation.kind === 'bitcoin')
    return { kind: 'bitcoin', height: attestation.height, merkleRoot: reversedHex(message), message }
  if (attestation.kind === 'pending') return { kind: 'pending', uri: attestation.uri, message }
  return { kind: 'unreadable', reason: `of kind ${toHex(attestation.tag)}` }
}

function readAnchorOts(base64: string): { file: OtsFile } | { sentence: string } {
  try {
    return { file: readOtsFile(fromBase64(base64) ?? new Uint8Array()) }
  } catch (error) {
    if (error instanceof OtsError) return { sentence: error.message }
    throw error
  }
}

function isOtsOf(file: OtsFile, rootHex: string): boolean {
  return file.hash === 'sha256' && equalBytes(file.digest, fromHex(rootHex))
}
