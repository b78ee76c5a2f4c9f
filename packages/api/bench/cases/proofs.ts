import { createHash } from 'node:crypto'
import { evmCalldata, leafHash } from '@priormark/core/proofs/proof/leaf'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { workRecord } from '@priormark/core/proofs/proof/record'
import type { RecordField } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { buildProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-writing'
import { commitmentOf, shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import { sha256 } from '../../src/platform/sha256.ts'
import { readOrderProofText, verifyOrderProof } from '../../testing/verify-order-proof.ts'
import type { Figure, Section } from '../report.ts'
import { median } from '../statistics.ts'

const sizes = [1_000, 100_000] as const
const sampled = 200

/** The hashes per leaf: its own, and one node. */
const hashesPerLeaf = 2

/** Committing to records, when orders are paid; leaves and their tree, compared with only the hashes; then creating and verifying proofs. */
export async function measureProofs(): Promise<Section> {
  const figures: Figure[] = []
  const bare = bareLeavesPerSecond()
  const startedAt = performance.now()
  const { length } = commitments(1_000)
  const recordMs = (performance.now() - startedAt) / length
  figures.push({ what: 'commit to the record of an order', value: recordMs, unit: 'ms', goal: { atMost: 5 } })
  for (const size of sizes) {
    const { tree, perSecond } = growTree(size)
    const { bytes, verifyMs } = await sampleProofs(tree)
    const name = size.toLocaleString('en-US')
    figures.push(
      {
        what: `${name} leaves: commitment to root`,
        value: perSecond / 1_000,
        unit: 'thousand/s',
        note: `${(perSecond / bare).toFixed(2)} of plain hashing`,
      },
      { what: `${name} leaves: proof.json`, value: bytes, unit: 'bytes', goal: { atMost: 6_000 } },
      { what: `${name} leaves: read and verify a proof`, value: verifyMs, unit: 'ms' },
    )
  }
  return { title: 'Proofs', figures, skipped: [] }
}

const masterSalt = () => numbered('salt', 0)

function fieldsOf(n: number): RecordField[] {
  const record = workRecord({
    firstName: 'Ada',
    lastName: 'Lovelace',
    projectName: `Notes on the Engine, part ${n}`,
    projectDescription: 'Note G, with the table of operations for the numbers of Bernoulli.',
    fileName: `note-${n}.pdf`,
    fileSizeBytes: 1_234_567,
    fileSha3: numbered('sha3', 0).toString('hex'),
    createdAt: '2026-11-21T13:05:12.000Z',
    previous: '',
  })
  return shownFields(record, masterSalt(), sha256)
}

const numbered = (what: string, n: number) => createHash('sha256').update(`${what} ${n}`).digest()

/** Returns the commitments to this many records. */
function commitments(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, n) => commitmentOf({ form: 2, fields: fieldsOf(n) }, sha256))
}

/** Creates this many leaves and their tree. */
export function growTree(size: number): { tree: MerkleTree; perSecond: number } {
  const file = numbered('file', 0)
  const made = commitments(Math.min(size, 1_000))
  const startedAt = performance.now()
  const tree = new MerkleTree(sha256)
  for (let n = 0; n < size; n += 1) {
    tree.append(leafHash(file, made[n % made.length] ?? file, sha256))
  }
  tree.root()
  return { tree, perSecond: size / ((performance.now() - startedAt) / 1_000) }
}

/** Creates proofs of leaves from all over the tree and verifies them. */
export async function sampleProofs(tree: MerkleTree): Promise<{ bytes: number; verifyMs: number }> {
  const root = toHex(tree.root())
  const sha256OfFile = numbered('file', 0).toString('hex')
  const hash = `0x${root}`
  const texts = Array.from({ length: sampled }, (_, step) => {
    const index = Math.floor((step * (tree.size - 1)) / (sampled - 1))
    const proof = buildProofV2(
      {
        file: { sha256: sha256OfFile, sha3: numbered('sha3', 0).toString('hex') },
        fields: fieldsOf(index % Math.min(tree.size, 1_000)),
        path: tree.path(index),
        root,
        witnesses: [
          {
            kind: 'evm',
            chainId: 1,
            transactionHash: hash,
            blockNumber: 21_345_678,
            blockHash: `0x${evmCalldata(root).slice(-64)}`,
            blockTime: 1_795_266_312,
            evidence: null,
          },
        ],
      },
      sha256,
    )
    return `${JSON.stringify(proof, null, 2)}\n`
  })
  const times: number[] = []
  for (const text of texts) {
    const startedAt = performance.now()
    const outcome = await verifyOrderProof(readOrderProofText(text), sha256OfFile)
    if (!outcome.holds) throw new Error(`a proof does not hold: ${outcome.problem.kind}`)
    times.push(performance.now() - startedAt)
  }
  return { bytes: median(texts.map((text) => Buffer.byteLength(text))), verifyMs: median(times) }
}

function bareLeavesPerSecond(): number {
  const block = Buffer.alloc(65)
  const leaves = 50_000
  const startedAt = performance.now()
  for (let n = 0; n < leaves * hashesPerLeaf; n += 1) sha256(block)
  return leaves / ((performance.now() - startedAt) / 1_000)
}
