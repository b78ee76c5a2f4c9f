import { equalBytes } from '../proof/bytes.ts'
import { compareAttestations } from './ots-attestation.ts'
import { applyOperation, compareOperations, type HashFunctions } from './ots-operation.ts'
import type { OtsTimestamp } from './ots-file.ts'

/** Merges timestamps of one message without duplicates, sorted as in the reference implementation. */
export function mergeTimestamps(...timestamps: readonly OtsTimestamp[]): OtsTimestamp {
  const attestations = timestamps.flatMap((timestamp) => timestamp.attestations)
  const branches = timestamps.flatMap((timestamp) => timestamp.branches)
  return {
    attestations: sortedGroups(attestations, compareAttestations).map(([attestation]) => attestation),
    branches: sortedGroups(branches, (left, right) => compareOperations(left.operation, right.operation)).map(
      (group) => ({
        operation: group[0].operation,
        timestamp: mergeTimestamps(...group.map((branch) => branch.timestamp)),
      }),
    ),
  }
}

/** Sorts items and groups equal ones. */
function sortedGroups<T>(items: readonly T[], compare: (a: T, b: T) => number): [T, ...T[]][] {
  const groups: [T, ...T[]][] = []
  for (const item of items.toSorted(compare)) {
    const last = groups.at(-1)
    if (last !== undefined && compare(last[0], item) === 0) last.push(item)
    else groups.push([item])
  }
  return groups
}

/** Adds a calendar's response for a message wherever that message occurs in a proof. Returns null if it does not occur. */
export function attachTimestamp(
  timestamp: OtsTimestamp,
  message: Uint8Array,
  response: { message: Uint8Array; timestamp: OtsTimestamp },
  hashes: HashFunctions,
): OtsTimestamp | null {
  let isAttached = false
  const branches = timestamp.branches.map(({ operation, timestamp: next }) => {
    const nextMessage = applyOperation(operation, message, hashes)
    const attachedNext = nextMessage === null ? null : attachTimestamp(next, nextMessage, response, hashes)
    isAttached ||= attachedNext !== null
    return { operation, timestamp: attachedNext ?? next }
  })
  const result = { attestations: timestamp.attestations, branches }
  if (equalBytes(message, response.message)) return mergeTimestamps(result, response.timestamp)
  return isAttached ? result : null
}
