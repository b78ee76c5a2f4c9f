import { concatBytes } from '../proof/bytes.ts'
import type { PathStep } from '../proof/merkle-path.ts'
import type { OtsFile } from './ots-file.ts'
import type { OtsOperation } from './ots-operation.ts'
import type { OtsTimestamp } from './ots-timestamp.ts'

/**
 * Creates the standard `.ots` of one work from the timestamp of its batch's root. Leaf and path are written as plain
 * operations (prepend 00, append the commitment, SHA-256, ...), so that any OpenTimestamps program can follow them.
 */
export function workOtsFile(work: {
  fileSha256: Uint8Array
  commitment: Uint8Array
  path: readonly PathStep[]
  /** The timestamp of the root. */
  rootTimestamp: OtsTimestamp
}): OtsFile {
  const operations: OtsOperation[] = [
    { kind: 'prepend', bytes: Uint8Array.of(0) },
    { kind: 'append', bytes: work.commitment },
    { kind: 'hash', hash: 'sha256' },
    ...work.path.flatMap(pathOperations),
  ]
  const timestamp = operations.reduceRight<OtsTimestamp>(
    (next, operation) => ({ attestations: [], branches: [{ operation, timestamp: next }] }),
    work.rootTimestamp,
  )
  return { hash: 'sha256', digest: work.fileSha256, timestamp }
}

function pathOperations({ side, hash }: PathStep): OtsOperation[] {
  const node = Uint8Array.of(1)
  const join: OtsOperation[] =
    side === 'left'
      ? [{ kind: 'prepend', bytes: concatBytes(node, hash) }]
      : [
          { kind: 'prepend', bytes: node },
          { kind: 'append', bytes: hash },
        ]
  return [...join, { kind: 'hash', hash: 'sha256' }]
}
