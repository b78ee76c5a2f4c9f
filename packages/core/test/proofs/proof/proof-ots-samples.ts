import { createHash } from 'node:crypto'
import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import type { OtsFile, OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import {
  otsHashes,
  type HashFunctions,
  type OtsOperation,
} from '@priormark/core/proofs/opentimestamps/ots-operation'
import fc from 'fast-check'
import { sha256 } from '../../../proof-vectors/vector-batch.ts'

const nodeHash = (name: string) => (bytes: Uint8Array) =>
  new Uint8Array(createHash(name).update(bytes).digest())

/** The hashes that Node has; it has no keccak256. */
export const nodeHashes: HashFunctions = { sha256, sha1: nodeHash('sha1'), ripemd160: nodeHash('ripemd160') }

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength })

const attestation: fc.Arbitrary<OtsAttestation> = fc.oneof(
  fc.record({ kind: fc.constant('pending' as const), uri: fc.stringMatching(/^[A-Za-z0-9._/:-]{0,40}$/) }),
  fc.record({ kind: fc.constant('bitcoin' as const), height: fc.maxSafeNat() }),
  // A first byte of 7f keeps the tag from being one that we or the reference know.
  fc.record({
    kind: fc.constant('unknown' as const),
    tag: bytes(7, 7).map((rest) => Uint8Array.of(0x7f, ...rest)),
    payload: bytes(0, 20),
  }),
)

const operation: fc.Arbitrary<OtsOperation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('append' as const, 'prepend' as const), bytes: bytes(1, 40) }),
  fc.record({ kind: fc.constantFrom('reverse' as const, 'hexlify' as const) }),
  fc.record({
    kind: fc.constant('hash' as const),
    hash: fc.constantFrom('sha1' as const, 'ripemd160' as const, 'sha256' as const, 'keccak256' as const),
  }),
)

const operationKey = (one: OtsOperation) =>
  JSON.stringify({ ...one, bytes: 'bytes' in one && [...one.bytes] })

/** Timestamps of any shape up to five operations deep; no operation twice in one node. */
export const timestampArbitrary = fc.letrec<{ node: OtsTimestamp; end: OtsTimestamp }>((tie) => ({
  end: fc.record({
    attestations: fc.array(attestation, { minLength: 1, maxLength: 3 }),
    branches: fc.constant([]),
  }),
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'max' },
    tie('end'),
    fc.record({
      attestations: fc.array(attestation, { maxLength: 2 }),
      branches: fc.uniqueArray(fc.record({ operation, timestamp: tie('node') }), {
        minLength: 1,
        maxLength: 3,
        selector: (branch) => operationKey(branch.operation),
      }),
    }),
  ),
})).node

const hashName = fc.constantFrom('sha1' as const, 'ripemd160' as const, 'sha256' as const)

/** Detached files over digests of each hash that a file can be made with. */
export const otsFileArbitrary: fc.Arbitrary<OtsFile> = hashName.chain((hash) =>
  fc.record({
    hash: fc.constant(hash),
    digest: bytes(otsHashes[hash].length, otsHashes[hash].length),
    timestamp: timestampArbitrary,
  }),
)
