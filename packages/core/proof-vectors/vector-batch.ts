import { hash } from 'node:crypto'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import type { HashFunction } from '@priormark/core/proofs/proof/hash'
import { leafHash, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { writeOtsFile, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { Proof, ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { buildProof } from './proof-writing.ts'
import { utf8 } from '@priormark/core/platform/utf8'

/** Node's SHA-256, in the form that core takes. */
export const sha256: HashFunction = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

/** 32 bytes that look random and are the same at every run. */
export function fixedBytes(name: string): Uint8Array {
  return sha256(utf8(`priormark vector: ${name}`))
}

/** The lyric that all published proofs are for. */
export const workText = 'River of glass, carry my name\nto the hour before anyone came.\n'

export const sampleRecord = canonicalJson({
  firstName: 'Ada',
  lastName: 'Example',
  projectName: 'River of glass',
  projectDescription: 'A song: words and melody.',
  fileName: 'work.txt',
  fileSize: '62',
  createdAt: '2026-01-02T03:04:05.000Z',
})

/** What a calendar and, later, a block know of a root. Height and hashes are invented. */
export const sampleTimestamp: OtsTimestamp = {
  attestations: [],
  branches: [
    {
      operation: { kind: 'append', bytes: fromHex('0011223344556677') },
      timestamp: {
        attestations: [],
        branches: [
          {
            operation: { kind: 'hash', hash: 'sha256' },
            timestamp: {
              attestations: [
                { kind: 'bitcoin', height: 900_000 },
                { kind: 'pending', uri: 'https://calendar.example.org' },
              ],
              branches: [],
            },
          },
        ],
      },
    },
  ],
}

/** One anchor of each kind for a root. Chain, block and link are invented. */
export function sampleAnchors(root: Uint8Array): ProofAnchor[] {
  const ots = writeOtsFile({ hash: 'sha256', digest: root, timestamp: sampleTimestamp })
  return [
    {
      kind: 'evm',
      chainId: 31337,
      transactionHash: `0x${'a1'.repeat(32)}`,
      blockNumber: 42,
      blockHash: `0x${'b2'.repeat(32)}`,
      blockTime: 1_767_323_045,
    },
    { kind: 'opentimestamps', ots: toBase64(ots) },
    { kind: 'manual', link: 'https://explorer.example.org/tx/1' },
  ]
}

/** The proof of the lyric, or of another work, as leaf `index` of a batch of `size`; all other leaves are made up. */
export function sampleProof(
  index: number,
  size: number,
  { work = utf8(workText), record = sampleRecord, anchors = sampleAnchors }: Partial<SampleOptions> = {},
): Proof {
  const fileSha256 = sha256(work)
  const salt = fixedBytes('salt')
  const leaf = leafHash(fileSha256, recordCommitment(salt, record, sha256), sha256)
  const leaves = Array.from({ length: size }, (_, n) => (n === index ? leaf : fixedBytes(`leaf ${n}`)))
  const tree = new MerkleTree(sha256, leaves)
  const root = tree.root()
  return buildProof(
    { fileSha256, record, salt, path: tree.path(index), root, anchors: anchors(root) },
    sha256,
  )
}

interface SampleOptions {
  work: Uint8Array
  record: string
  anchors: (root: Uint8Array) => ProofAnchor[]
}
