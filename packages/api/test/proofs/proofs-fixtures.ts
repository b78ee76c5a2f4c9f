import { Buffer } from 'node:buffer'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { OtsStamp } from '../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { Order } from '../../src/order-book/order-entity.ts'
import { Anchor, ProofLeaf } from '../../src/proofs/leaves/batch-entities.ts'
import { recordProgress, type AnchorProgress } from '../../src/proofs/anchors/anchor-progress.ts'
import { sealBatch } from '../../testing/anchoring-fixtures.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newVisitor, payOutside } from '../../testing/visitor.ts'

type Texts = Partial<Record<Exclude<keyof typeof details, 'terms'>, string>>

/** A paid order, and its file. */
export interface PaidOrder {
  id: string
  key: string
  proofId: string
  file: Uint8Array<ArrayBuffer>
}

let files = 0

/** Orders and pays. The file's content is unique unless given. */
export async function paidOrder(
  app: TestApp,
  {
    fileName = 'song.wav',
    content,
    ...fields
  }: Texts & { fileName?: string; content?: string; previousKey?: string } = {},
): Promise<PaidOrder> {
  files += 1
  const file = new TextEncoder().encode(content ?? `la la la ${files}`)
  const visitor = newVisitor(app)
  const { uploadId } = await visitor.upload(file, fileName)
  const { orderId: id } = await visitor.api.orders.create({ body: { ...details, ...fields, uploadId } })
  await payOutside(visitor, await newAdmin(app), id)
  const order = await app.database.fork().findOneOrFail(Order, { id })
  const leaf = await app.database.fork().findOneOrFail(ProofLeaf, { order: id })
  return { id, key: order.accessKey, proofId: leaf.id, file }
}

/** Seals all waiting orders and returns the root. */
export async function seal(app: TestApp, kinds: readonly AnchorKind[]): Promise<string> {
  const rules = { batchSeconds: 300, batchMaxLeaves: 1_000, kinds }
  const sealed = await sealBatch(app.database, rules, { early: true })
  if (sealed === null) throw new Error('nothing waits')
  const anchors = await app.database.fork().find(Anchor, { batch: sealed.batchId }, { populate: ['batch'] })
  return anchors[0]?.batch.root ?? ''
}

/** The timestamp of the fixtures' block, in seconds. */
export const evmBlockTime = Date.UTC(2026, 10, 21, 13, 5, 12) / 1000
export const bitcoinBlockTime = Date.UTC(2026, 10, 21, 14, 30, 0) / 1000
export const bitcoinHeight = 912_345

/** Reports the progress of a root's anchor in place of its port. */
export async function progress(
  app: TestApp,
  root: string,
  kind: AnchorKind,
  state: AnchorProgress['state'],
  { chainId = 1, height = bitcoinHeight } = {},
) {
  const anchor = await app.database.fork().findOneOrFail(Anchor, { kind, batch: { root } })
  await recordProgress(app.parts, anchor.id, { state, ...progressDetails(kind, root, { chainId, height }) })
  if (kind === 'opentimestamps') await storeHeader(app, anchor.id, root)
}

function progressDetails(
  kind: AnchorKind,
  root: string,
  { chainId, height }: { chainId: number; height: number },
): Omit<AnchorProgress, 'state'> {
  if (kind === 'manual') {
    const link = `https://chain.example/${root}`
    return { link, evidence: { kind, link } }
  }
  if (kind === 'opentimestamps') {
    return {
      link: `https://mempool.space/block/${height}`,
      blockTime: new Date(bitcoinBlockTime * 1000),
      evidence: { kind, ots: toBase64(rootOts(root, height)) },
    }
  }
  const evidence = evmAnchor(root, chainId)
  return {
    link: `https://etherscan.io/tx/${evidence.transactionHash}`,
    blockTime: new Date(evidence.blockTime * 1000),
    evidence,
  }
}

function evmAnchor(root: string, chainId: number): Extract<ProofAnchor, { kind: 'evm' }> {
  return {
    kind: 'evm',
    chainId,
    transactionHash: `0x${root}`,
    blockNumber: 21_345_678,
    blockHash: `0x${evmCalldata(root).slice(-64)}`,
    blockTime: evmBlockTime,
  }
}

/** A root that is itself the Merkle root of a block, which gives the shortest proof. */
function rootOts(root: string, height: number): Uint8Array {
  const timestamp = { attestations: [{ kind: 'bitcoin', height } as const], branches: [] }
  return writeOtsFile({ hash: 'sha256', digest: fromHex(root), timestamp })
}

async function storeHeader(app: TestApp, anchorId: string, root: string): Promise<void> {
  const em = app.database.fork()
  const stamp = await em.findOne(OtsStamp, { anchor: anchorId })
  if (stamp !== null) return
  em.create(OtsStamp, {
    anchor: anchorId,
    nextAttemptAt: new Date(),
    blockHeight: bitcoinHeight,
    blockHeader: bitcoinHeader(root),
  })
  await em.flush()
}

/** Returns 80 bytes with a target that almost every hash meets. */
function bitcoinHeader(merkleRoot: string): string {
  const header = Buffer.alloc(80)
  header.writeUInt32LE(0x20000000, 0)
  header.set(fromHex(merkleRoot), 36)
  header.writeUInt32LE(bitcoinBlockTime, 68)
  header.writeUInt32LE(0x2100ffff, 72)
  return header.toString('hex')
}

/** Reduces an order's leaf to what remains after an erasure. */
export async function erase(app: TestApp, { proofId }: PaidOrder): Promise<void> {
  await app.database
    .fork()
    .nativeUpdate(ProofLeaf, { id: proofId }, { order: null, record: null, masterSalt: null })
}
