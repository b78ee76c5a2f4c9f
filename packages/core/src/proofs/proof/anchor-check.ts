import { fromBase64 } from './base64.ts'
import { reversedHex } from './bitcoin-header.ts'
import { equalBytes, fromHex, toHex } from './bytes.ts'
import { evmCalldata } from './leaf.ts'
import { OtsError } from '../opentimestamps/ots-bytes.ts'
import { readOtsFile, type OtsFile } from '../opentimestamps/ots-file.ts'
import type { HashFunctions, OtsHash } from '../opentimestamps/ots-operation.ts'
import { walkAttestations, type FoundAttestation } from '../opentimestamps/ots-walk.ts'
import type { ProofProblem } from './proof-problem.ts'
import type { TokenResult, TokenState } from '../proof-v2/tsp/token.ts'
import type { Proof, ProofAnchor } from './proof-schema.ts'

const merkleRootBytes = 32

type OtsAnchor = Extract<ProofAnchor, { kind: 'opentimestamps' }>

/** What must be looked up to check an attestation of a `.ots` file. */
export type AttestationCheck =
  /** The block at this height must have this Merkle root, in the byte order of explorers. */
  | { kind: 'bitcoin'; height: number; merkleRoot: string; message: Uint8Array }
  /** The calendar must be asked about the message; nothing is proven yet. */
  | { kind: 'pending'; uri: string; message: Uint8Array }
  /** Its kind is unknown, a hash function that it needs is not available, or its message is not a Merkle root. */
  | { kind: 'unreadable'; missingHash: OtsHash }
  | { kind: 'unreadable'; tag: string }
  | { kind: 'unreadable'; length: number }

/** What must be checked on the anchor's chain, because no file can prove what a chain contains. */
export type AnchorCheck =
  /**
   * The transaction must be in that block of that chain and contain exactly this data. With evidence, only the block is left to
   * look up.
   */
  | { kind: 'evm'; anchor: Extract<ProofAnchor, { kind: 'evm' }>; calldata: string; hasEvidence?: boolean }
  | { kind: 'opentimestamps'; file: OtsFile; attestations: AttestationCheck[] }
  /** Declared by the operator; the page at the link must show the root. */
  | { kind: 'manual'; link: string }
  /** A time-stamp whose signature and certificates hold. */
  | { kind: 'rfc3161'; token: TokenResult; state: TokenState }

/** Returns the checks of all anchors in order, or the problem of the first anchor that is unreadable or not for the root. */
export function anchorChecks(
  proof: Pick<Proof, 'anchors' | 'root'>,
  hashes: HashFunctions,
): { checks: AnchorCheck[] } | { problem: ProofProblem } {
  const checks: AnchorCheck[] = []
  for (const [index, anchor] of proof.anchors.entries()) {
    if (anchor.kind === 'evm') checks.push({ kind: 'evm', anchor, calldata: evmCalldata(proof.root) })
    else if (anchor.kind === 'manual') checks.push({ kind: 'manual', link: anchor.link })
    else {
      const file = readAnchorOts(anchor.ots)
      if (file === null) return { problem: { kind: 'anchor_unreadable', anchor: index } }
      if (!isOtsOf(file, proof.root)) return { problem: { kind: 'anchor_of_another_root', anchor: index } }
      const attestations = [...walkAttestations(file.timestamp, file.digest, hashes)]
      checks.push({ kind: 'opentimestamps', file, attestations: attestations.map(attestationCheck) })
    }
  }
  return { checks }
}

/** Whether there is an OpenTimestamps anchor or witness for a root, in hex. */
export function otsVouchesFor(anchors: readonly ({ kind: string } | OtsAnchor)[], rootHex: string): boolean {
  return anchors.some((anchor) => {
    if (!('ots' in anchor)) return false
    const file = readAnchorOts(anchor.ots)
    return file !== null && isOtsOf(file, rootHex)
  })
}

/** Converts an attestation that was found in a `.ots` file. */
export function attestationCheck(walked: FoundAttestation): AttestationCheck {
  const { attestation, message } = walked
  if (message === null) return { kind: 'unreadable', missingHash: walked.missingHash }
  if (attestation.kind === 'bitcoin' && message.length !== merkleRootBytes)
    return { kind: 'unreadable', length: message.length }
  if (attestation.kind === 'bitcoin')
    return { kind: 'bitcoin', height: attestation.height, merkleRoot: reversedHex(message), message }
  if (attestation.kind === 'pending') return { kind: 'pending', uri: attestation.uri, message }
  return { kind: 'unreadable', tag: toHex(attestation.tag) }
}

/** Returns null if it cannot be read. */
function readAnchorOts(base64: string): OtsFile | null {
  try {
    return readOtsFile(fromBase64(base64) ?? new Uint8Array())
  } catch (error) {
    if (error instanceof OtsError) return null
    throw error
  }
}

function isOtsOf(file: OtsFile, rootHex: string): boolean {
  return file.hash === 'sha256' && equalBytes(file.digest, fromHex(rootHex))
}
