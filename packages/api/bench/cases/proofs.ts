import { createHash } from 'node:crypto'
import { evmCalldata } from '@priormark/core/proofs/proof/evm-calldata'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { leafHash, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import { buildProof, writeProof } from '@priormark/core/proofs/proof/proof-writing'
import { workRecord } from '@priormark/core/proofs/proof/record'
import { sha256 } from '../../src/platform/sha256.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const sizes = [1_000, 100_000] as const
const sampled = 200

/** The hashes per leaf: two for its commitment, its own, and one node. */
const hashesPerLeaf = 4

/** Creating leaves and their tree, compared with only the hashes; then creating and verifying proofs. */
export async function measureProofs(): Promise<Section> {
  const figures: Figure[] = []
  const bare = bareLeavesPerSecond()
  for (const size of sizes) {
    const { tree, perSecond } = growTree(size)
    const { bytes, verifyMs } = sampleProofs(tree)
    const name = size.toLocaleString('en-US')
    figures.push(
      {
        what: `${name} leaves: record to root`,
        value: perSecond / 1_000,
        unit: 'thousand/s',
        note: `${(perSecond / bare).toFixed(2)} of plain hashing`,
      },
      { what: `${name} leaves: proof.json`, value: bytes, unit: 'bytes', goal: { atMost: 4_000 } },
      { what: `${name} leaves: read and verify a proof`, value: verifyMs, unit: 'ms' },
    )
  }
  return { title: 'Proofs', figures, skipped: [] }
}

function record(n: number): string {
  return workRecord({
    firstName: 'Ada',
    lastName: 'Lovelace',
    projectName: `Notes on the Engine, part ${n}`,
    projectDescription: 'Note G, with the table of operations for the numbers of Bernoulli.',
    fileName: `note-${n}.pdf`,
    fileSizeBytes: 1_234_567,
    createdAt: '2026-11-21T13:05:12.000Z',
  })
}

const numbered = (what: string, n: number) => createHash('sha256').update(`${what} ${n}`).digest()

/** Creates this many leaves and their tree. */
export function growTree(size: number): { tree: MerkleTree; perSecond: number } {
  const records = Array.from({ length: Math.min(size, 1_000) }, (_, n) => record(n))
  const salt = numbered('salt', 0)
  const file = numbered('file', 0)
  const startedAt = performance.now()
  const tree = new MerkleTree(sha256)
  for (let n = 0; n < size; n += 1) {
    const commitment = recordCommitment(salt, records[n % records.length] ?? '', sha256)
    tree.append(leafHash(file, commitment, sha256))
  }
  tree.root()
  return { tree, perSecond: size / ((performance.now() - startedAt) / 1_000) }
}

/** Creates proofs of leaves from all over the tree and verifies them. */
export function sampleProofs(tree: MerkleTree): { bytes: number; verifyMs: number } {
  const root = tree.root()
  const fileSha256 = numbered('file', 0)
  const hash = `0x${toHex(root)}`
  const texts = Array.from({ length: sampled }, (_, step) => {
    const index = Math.floor((step * (tree.size - 1)) / (sampled - 1))
    const proof = buildProof(
      {
        fileSha256,
        record: record(index % Math.min(tree.size, 1_000)),
        salt: numbered('salt', 0),
        path: tree.path(index),
        root,
        anchors: [
          {
            kind: 'evm',
            chainId: 1,
            transactionHash: hash,
            blockNumber: 21_345_678,
            blockHash: `0x${evmCalldata(toHex(root)).slice(-64)}`,
            blockTime: 1_795_266_312,
          },
        ],
      },
      sha256,
    )
    return writeProof(proof)
  })
  const times = texts.map((text) => {
    const startedAt = performance.now()
    const reading = readProofText(text)
    const outcome = verifyProof('proof' in reading ? reading.proof : null, toHex(fileSha256), sha256)
    if (!outcome.holds) throw new Error(`a proof does not hold: ${outcome.problem.kind}`)
    return performance.now() - startedAt
  })
  return { bytes: median(texts.map((text) => Buffer.byteLength(text))), verifyMs: median(times) }
}

function bareLeavesPerSecond(): number {
  const block = Buffer.alloc(65)
  const leaves = 50_000
  const startedAt = performance.now()
  for (let n = 0; n < leaves * hashesPerLeaf; n += 1) sha256(block)
  return leaves / ((performance.now() - startedAt) / 1_000)
}
