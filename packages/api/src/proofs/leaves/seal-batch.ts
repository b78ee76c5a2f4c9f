import { randomUUID } from 'node:crypto'
import { isChainKind, type AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { orderConditions } from '@priormark/core/orders/order-conditions'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { Anchor, AnchorBatch, ProofLeaf } from './batch-entities.ts'
import { sha256 } from '../../platform/sha256.ts'
import { sql, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { columnsOf, readRows } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import { AppError } from '@priormark/core/platform/errors'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'

/** When waiting orders are sealed, and where their root will be recorded. */
export interface SealRules {
  /** The maximum age of the oldest waiting order, in seconds. */
  batchSeconds: number
  /** The maximum size of a batch. A full batch is sealed without waiting. */
  batchMaxLeaves: number
  kinds: readonly AnchorKind[]
}

interface SealOptions {
  now?: Date
  /** Seals waiting orders now, even if they are not due. */
  early?: boolean
  /** Who requested it: 'system', or an administrator's name. */
  actor?: string
}

const WaitingLeaf = v.object({ id: v.string(), leaf: v.string(), orderId: v.string(), createdAt: v.date() })
type WaitingLeaf = v.InferOutput<typeof WaitingLeaf>

/**
 * Whether a row of `proof_leaf`, joined with `orders`, should be sealed. Refunded and disputed orders are not recorded; a
 * dispute that is won sets `paid` again.
 */
export const isWaiting = sql<SqlBool>`proof_leaf.batch_id is null and ${conditionSql(orderConditions.isSealable)}`

/**
 * Seals the waiting leaves if they are due, in the transaction of `em` with their paths, an anchor of every kind, and the
 * timelines; returns null if none are due. A crash before the commit leaves them waiting. Concurrent processes skip
 * locked rows, so they never wait for each other or for an order that is being changed.
 */
export async function sealWaiting(
  em: Em,
  rules: SealRules,
  { now = new Date(), early = false, actor = 'system' }: SealOptions = {},
) {
  const leaves = await lockWaitingLeaves(em, rules.batchMaxLeaves)
  const [oldestLeaf] = leaves
  if (oldestLeaf === undefined) return null
  const dueAt = sealTime(oldestLeaf.createdAt, rules)
  if (!early && leaves.length < rules.batchMaxLeaves && dueAt > now) return null

  const tree = new MerkleTree(
    sha256,
    leaves.map(({ leaf }) => fromHex(leaf)),
  )
  const root = toHex(tree.root())
  const batch = em.create(AnchorBatch, { id: randomUUID(), root, leafCount: leaves.length, sealedAt: now })
  for (const kind of rules.kinds) addAnchor(em, batch, kind, now)
  for (const { orderId } of leaves) addOrderEvent(em, em.getReference(Order, orderId), 'sealed', actor, root)
  await em.flush()
  await placeLeaves(em, batch, leaves, tree)
  return { batchId: batch.id, orders: leaves.length }
}

/** Seals until nothing is due. Returns how many orders were sealed. */
export async function sealDue(database: Database, rules: SealRules, options?: SealOptions): Promise<number> {
  let orders = 0
  for (;;) {
    const batch = await database.fork().transactional((em) => sealWaiting(em, rules, options))
    if (batch === null) return orders
    orders += batch.orders
  }
}

/** The latest time at which a waiting leaf is sealed. */
export function sealTime(createdAt: Date, { batchSeconds }: Pick<SealRules, 'batchSeconds'>): Date {
  return new Date(createdAt.getTime() + batchSeconds * 1000)
}

/** Locks the oldest waiting leaves together with their orders. */
async function lockWaitingLeaves(em: Em, limit: number): Promise<WaitingLeaf[]> {
  return readRows(em, WaitingLeaf)`
    select ${columnsOf(WaitingLeaf, 'proof_leaf')}
    from proof_leaf join orders on orders.id = proof_leaf.order_id
    where ${isWaiting}
    order by proof_leaf.created_at, proof_leaf.id limit ${limit}
    for update skip locked`
}

async function placeLeaves(
  em: Em,
  batch: AnchorBatch,
  leaves: WaitingLeaf[],
  tree: MerkleTree,
): Promise<void> {
  const places = leaves.map(({ id }, index) => ({ id, leaf_index: index, path: tree.path(index) }))
  await sql`update proof_leaf set batch_id = ${batch.id}, leaf_index = place.leaf_index, path = place.path
     from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(id uuid, leaf_index int, path jsonb)
     where proof_leaf.id = place.id`.execute(queries(em))
}

/**
 * Puts a leaf into its own batch, whose root is the leaf itself, with the link at which an administrator recorded it, so
 * that the evidence names what was recorded there. A leaf that already has its own batch keeps its batch and gets the
 * new link. Runs in the transaction of `em`, which has the order locked.
 * @param declaration `kinds`: where works are recorded
 * @throws AppError conflict if a block has the record already
 */
export async function sealAlone(
  em: Em,
  leaf: ProofLeaf,
  { link, kinds, actor }: { link: string; kinds: readonly AnchorKind[]; actor: string },
): Promise<void> {
  await em.flush()
  const previousBatch = leaf.batch == null ? null : await em.findOneOrFail(AnchorBatch, leaf.batch.id)
  const anchors = previousBatch === null ? [] : await em.find(Anchor, { batch: previousBatch })
  if (anchors.some(({ kind, state }) => isChainKind(kind) && isInBlock(state)))
    throw new AppError('conflict', 'A block already has the record of this work')
  leaf.declaredLink = link
  const now = new Date()
  if (previousBatch?.root === leaf.leaf) {
    const manualAnchor = anchors.find(({ kind }) => kind === 'manual')
    declareLink(manualAnchor ?? addAnchor(em, previousBatch, 'manual', now), link, now)
    return
  }
  const batch = em.create(AnchorBatch, { id: randomUUID(), root: leaf.leaf, leafCount: 1, sealedAt: now })
  for (const kind of kinds) if (kind !== 'manual') addAnchor(em, batch, kind, now)
  declareLink(addAnchor(em, batch, 'manual', now), link, now)
  Object.assign(leaf, { batch, leafIndex: 0, path: [] })
  if (leaf.order != null) addOrderEvent(em, leaf.order, 'sealed', actor, batch.root)
  await em.flush()
  if (previousBatch !== null) await leaveBatch(em, previousBatch, anchors)
}

/**
 * Locks the anchors that sealAlone() may change. Call it before the order is locked: anchors are always locked before the orders of
 * their batch, so that two transactions never wait for each other.
 */
export async function lockAnchorsOfOrder(em: Em, orderId: string): Promise<void> {
  const batchIds = sql`select batch_id from proof_leaf where order_id = ${orderId}`
  await sql`select from anchor where batch_id in (${batchIds}) order by id for update`.execute(queries(em))
}

function addAnchor(em: Em, batch: AnchorBatch, kind: AnchorKind, now: Date): Anchor {
  return em.create(Anchor, { id: randomUUID(), batch, kind, createdAt: now, updatedAt: now })
}

/** A declared link is all the evidence that a manual anchor ever has, so it is final immediately. */
function declareLink(anchor: Anchor, link: string, now: Date): void {
  Object.assign(anchor, {
    state: 'final',
    link,
    evidence: { kind: 'manual', link },
    stuckReason: null,
    updatedAt: now,
    submittedAt: anchor.submittedAt ?? now,
    includedAt: anchor.includedAt ?? now,
    finalAt: anchor.finalAt ?? now,
  })
}

/**
 * Recounts a batch that a leaf has left. The paths of its other leaves contain the hash of that leaf, so they stay valid.
 * Deletes an empty batch, unless it has anchors that are not manual.
 */
async function leaveBatch(em: Em, batch: AnchorBatch, anchors: readonly Anchor[]): Promise<void> {
  batch.leafCount = await em.count(ProofLeaf, { batch })
  if (batch.leafCount > 0 || anchors.some(({ kind }) => kind !== 'manual')) return
  for (const anchor of anchors) em.remove(anchor)
  em.remove(batch)
}
