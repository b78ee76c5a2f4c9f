import { randomUUID } from 'node:crypto'
import type { AnchorKind } from '@priormark/core/anchors/anchor'
import { fromHex, toHex } from '@priormark/core/proof/bytes'
import { MerkleTree } from '@priormark/core/proof/merkle-tree'
import { Order } from '../orders/order-entity.ts'
import { addOrderEvent } from '../orders/order-timeline.ts'
import type { Database, Em } from '../sql/database.ts'
import { Anchor } from './anchor-entity.ts'
import { AnchorBatch } from './batch-entity.ts'
import { sha256 } from './sha256.ts'

/** When waiting orders are put under a root, and where the root is to be recorded. */
export interface SealRules {
  /** How old the oldest waiting one gets, in seconds. */
  batchSeconds: number
  /** How many are sealed at once; so many are sealed without waiting. */
  batchMaxLeaves: number
  kinds: readonly AnchorKind[]
}

export interface SealOptions {
  now?: Date
  /** Seals what waits without waiting for more or longer. */
  early?: boolean
  /** Who asked for it: 'system', or an administrator's name. */
  actor?: string
}

/** The batch that was sealed. */
export interface Sealed {
  batchId: string
  orders: number
}

interface WaitingLeaf {
  id: string
  leaf: string
  orderId: string
  createdAt: Date | string
}

/**
 * Of a confirmed order whose payment went back, or is being contested, nothing new is recorded. Won, a dispute leads back
 * to `paid`, and the leaf that waited is sealed then. What is under a root already stays there: the root is out of our hands.
 */
export const isSealable = "orders.payment_state not in ('refunded', 'disputed')"

/**
 * Puts the waiting leaves under one root where they are due, in one transaction with the paths, an anchor of every kind,
 * and the timelines; null where nothing is due. A crash before the end leaves them waiting. Processes that seal at the same
 * time never wait for each other, nor for an order that somebody changes at this moment: they skip what is taken.
 */
export async function sealBatch(
  database: Database,
  rules: SealRules,
  { now = new Date(), early = false, actor = 'system' }: SealOptions = {},
): Promise<Sealed | null> {
  return database.fork().transactional(async (em) => {
    const waiting = await takeWaiting(em, rules.batchMaxLeaves)
    const [oldest] = waiting
    if (oldest === undefined) return null
    const dueAt = sealTime(oldest.createdAt, rules)
    if (!early && waiting.length < rules.batchMaxLeaves && dueAt > now) return null

    const tree = new MerkleTree(
      sha256,
      waiting.map(({ leaf }) => fromHex(leaf)),
    )
    const batch = em.create(AnchorBatch, {
      id: randomUUID(),
      root: toHex(tree.root()),
      leafCount: waiting.length,
      sealedAt: now,
    })
    for (const kind of rules.kinds) {
      em.create(Anchor, { id: randomUUID(), batch, kind, createdAt: now, updatedAt: now })
    }
    for (const { orderId } of waiting) {
      addOrderEvent(em, em.getReference(Order, orderId), 'sealed', actor, batch.root)
    }
    await em.flush()
    await placeLeaves(em, batch, waiting, tree)
    return { batchId: batch.id, orders: waiting.length }
  })
}

/** Seals until nothing is due any more. Returns how many orders were sealed. */
export async function sealDue(database: Database, rules: SealRules, options?: SealOptions): Promise<number> {
  let orders = 0
  for (;;) {
    const sealed = await sealBatch(database, rules, options)
    if (sealed === null) return orders
    orders += sealed.orders
  }
}

/** The latest time at which a waiting leaf is sealed. */
export function sealTime(createdAt: Date | string, { batchSeconds }: Pick<SealRules, 'batchSeconds'>): Date {
  return new Date(new Date(createdAt).getTime() + batchSeconds * 1000)
}

/** Locks the oldest waiting leaves together with their orders. */
async function takeWaiting(em: Em, limit: number): Promise<WaitingLeaf[]> {
  return em.execute<WaitingLeaf[]>(
    `select proof_leaf.id, proof_leaf.leaf, proof_leaf.order_id as "orderId", proof_leaf.created_at as "createdAt"
     from proof_leaf join orders on orders.id = proof_leaf.order_id
     where proof_leaf.batch_id is null and ${isSealable}
     order by proof_leaf.created_at, proof_leaf.id limit ?
     for update skip locked`,
    [limit],
  )
}

async function placeLeaves(
  em: Em,
  batch: AnchorBatch,
  waiting: WaitingLeaf[],
  tree: MerkleTree,
): Promise<void> {
  const places = waiting.map(({ id }, index) => ({
    id,
    leaf_index: index,
    path: tree.path(index).map(({ side, hash }) => ({ side, hash: toHex(hash) })),
  }))
  await em.execute(
    `update proof_leaf set batch_id = ?, leaf_index = place.leaf_index, path = place.path
     from jsonb_to_recordset(?::jsonb) as place(id uuid, leaf_index int, path jsonb)
     where proof_leaf.id = place.id`,
    [batch.id, JSON.stringify(places)],
  )
}
