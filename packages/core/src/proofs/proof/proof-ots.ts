import { fromHex, concatBytes } from './bytes.ts'
import type { HashFunction } from './hash.ts'
import { commitmentOf } from '../proof-v2/record-fields.ts'
import type { ProofV2 } from '../proof-v2/proof-v2-schema.ts'
import type { OtsFile, OtsTimestamp } from '../opentimestamps/ots-file.ts'
import type { Proof } from './proof-schema.ts'
import type { OtsOperation } from '../opentimestamps/ots-operation.ts'

/**
 * Creates the standard `.ots` of a proof's file from the proof and the timestamp of its root. Leaf and path are written as plain
 * operations (prepend 00, append the commitment, SHA-256, ...), so that any OpenTimestamps program can follow them.
 */
export function otsOfProof(
  proof: Proof | ProofV2,
  rootTimestamp: OtsTimestamp,
  sha256: HashFunction,
): OtsFile {
  const record =
    proof.version === 1 ? { form: 1 as const, text: proof.record, salt: proof.salt } : proof.record
  const commitment = commitmentOf(record, sha256)
  const operations: OtsOperation[] = [
    { kind: 'prepend', bytes: Uint8Array.of(0) },
    { kind: 'append', bytes: commitment },
    { kind: 'hash', hash: 'sha256' },
    ...proof.path.flatMap(pathOperations),
  ]
  const timestamp = operations.reduceRight<OtsTimestamp>(
    (next, operation) => ({ attestations: [], branches: [{ operation, timestamp: next }] }),
    rootTimestamp,
  )
  return { hash: 'sha256', digest: fromHex(proof.file.sha256), timestamp }
}

function pathOperations({ side, hash: hex }: Proof['path'][number]): OtsOperation[] {
  const hash = fromHex(hex)
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
