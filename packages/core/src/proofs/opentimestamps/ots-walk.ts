import type { OtsAttestation } from './ots-attestation.ts'
import { applyOperation, type HashFunctions, type OtsHash } from './ots-operation.ts'
import type { OtsTimestamp } from './ots-file.ts'

/**
 * An attestation and the message that it attests, or the missing hash function without which that is unknown. `passed`
 * are the messages on the way to it that could be computed, from the first one on.
 */
export type FoundAttestation = {
  readonly attestation: OtsAttestation
  readonly passed: readonly Uint8Array[]
} & ({ readonly message: Uint8Array } | { readonly message: null; readonly missingHash: OtsHash })

/** Follows all operations from a message to its attestations, in the order of the file. */
export function* walkAttestations(
  timestamp: OtsTimestamp,
  message: Uint8Array,
  hashes: HashFunctions,
  before: readonly Uint8Array[] = [],
): Generator<FoundAttestation> {
  const passed = [...before, message]
  for (const attestation of timestamp.attestations) yield { attestation, message, passed }
  for (const { operation, timestamp: next } of timestamp.branches) {
    const nextMessage = applyOperation(operation, message, hashes)
    if (nextMessage !== null) yield* walkAttestations(next, nextMessage, hashes, passed)
    else if (operation.kind === 'hash') yield* walkUnreachable(next, operation.hash, passed)
  }
}

function* walkUnreachable(
  timestamp: OtsTimestamp,
  missingHash: OtsHash,
  passed: readonly Uint8Array[],
): Generator<FoundAttestation> {
  for (const attestation of timestamp.attestations) yield { attestation, message: null, missingHash, passed }
  for (const branch of timestamp.branches) yield* walkUnreachable(branch.timestamp, missingHash, passed)
}
