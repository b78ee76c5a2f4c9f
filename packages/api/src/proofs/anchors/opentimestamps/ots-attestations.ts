import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-error'
import { applyOperation, lengthAfter } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { writeTimestamp, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-timestamp'
import { sha256 } from '../../../platform/sha256.ts'

/** Only SHA-256 is followed: calendars use nothing else, and a proof is only as strong as its weakest hash. */
export const otsHashes = { sha256 }

/** Returns the part of a timestamp that leads to wanted attestations; null if none does. */
export function keepAttestations(
  timestamp: OtsTimestamp,
  message: Uint8Array,
  isWanted: (attestation: OtsAttestation, message: Uint8Array) => boolean,
): OtsTimestamp | null {
  const attestations = timestamp.attestations.filter((attestation) => isWanted(attestation, message))
  const branches = timestamp.branches.flatMap(({ operation, timestamp: next }) => {
    const nextMessage = applyOperation(operation, message, otsHashes)
    const needed = nextMessage === null ? null : keepAttestations(next, nextMessage, isWanted)
    return needed === null ? [] : [{ operation, timestamp: needed }]
  })
  return attestations.length + branches.length === 0 ? null : { attestations, branches }
}

/** Limits on data accepted from others. */
interface TimestampBounds {
  maxBytes: number
  /** Counts the nodes from the message to an attestation, including both. */
  maxDepth: number
}

/** Whether a timestamp is within the limits. */
export function isWithin(
  timestamp: OtsTimestamp,
  messageLength: number,
  { maxBytes, maxDepth }: TimestampBounds,
): boolean {
  try {
    return depthOf(timestamp) <= maxDepth && writeTimestamp(timestamp, messageLength).length <= maxBytes
  } catch (error) {
    if (error instanceof OtsError) return false
    throw error
  }
}

function depthOf({ branches }: OtsTimestamp): number {
  return 1 + Math.max(0, ...branches.map(({ timestamp }) => depthOf(timestamp)))
}

/** The least that an operation counts for, in bytes: what SHA-256 processes at once. */
const minOperationBytes = 64

/**
 * Returns how many bytes following a timestamp computes. A few kilobytes can repeat operations on the longest messages, and
 * take half a second each time they are followed.
 */
export function computedBytes({ branches }: OtsTimestamp, messageLength: number): number {
  return branches.reduce((sum, { operation, timestamp }) => {
    const length = lengthAfter(operation, messageLength)
    return sum + Math.max(messageLength, length, minOperationBytes) + computedBytes(timestamp, length)
  }, 0)
}
