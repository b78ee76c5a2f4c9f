import { LockMode } from '@mikro-orm/core'
import type { AnchorState } from '@priormark/core/anchors/anchor'
import type { ProofAnchor } from '@priormark/core/proof/proof-schema'
import type { Database, Em } from '../db/orm.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { OrderEventKind } from '@priormark/core/orders/order'
import { addOrderEvent } from '../orders/order-timeline.ts'
import { completeWithLink } from '../orders/order-transitions.ts'
import { Order } from '../orders/order-entity.ts'
import { ProofLeaf } from '../proofs/leaf-entity.ts'
import { Anchor } from './anchor-entity.ts'

/** What a port learnt of an anchor. A state without `link`, `blockTime` or `evidence` takes those away. */
export interface AnchorProgress {
  state: AnchorState
  link?: string | null
  blockTime?: Date | null
  evidence?: ProofAnchor | null
}

export interface AnchorBooks {
  database: Database
  jobs: JobQueue
}

const eventOf: Record<AnchorState, OrderEventKind> = {
  queued: 'anchor_replaced',
  submitted: 'anchor_submitted',
  included: 'anchor_included',
  final: 'anchor_final',
}

/**
 * Books how far an anchor is, in one transaction with all that follows: timelines, and with the first block the orders'
 * completion and their mails. Telling the same again changes nothing. Whoever is stuck is not stuck any more.
 * @param actor who made it so: 'system', or an administrator's name
 */
export async function recordProgress(
  { database, jobs }: AnchorBooks,
  anchorId: string,
  progress: AnchorProgress,
  actor = 'system',
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const anchor = await lockAnchor(em, anchorId)
    const former = anchor.state
    const formerLink = anchor.link ?? null
    const now = new Date()
    anchor.state = progress.state
    anchor.link = progress.link ?? null
    anchor.blockTime = progress.blockTime ?? null
    anchor.evidence = progress.evidence ?? null
    anchor.stuckReason = null
    anchor.updatedAt = now
    if (progress.state !== 'queued') anchor.submittedAt ??= now
    anchor.includedAt = isInBlock(progress.state) ? (anchor.includedAt ?? now) : null
    anchor.finalAt = progress.state === 'final' ? (anchor.finalAt ?? now) : null
    if (former === progress.state && formerLink === anchor.link) return

    const wasReplaced = isInBlock(former) && !isInBlock(progress.state)
    const event = wasReplaced ? 'anchor_replaced' : eventOf[progress.state]
    for (const { order, leaf } of await lockOrders(em, anchor)) {
      if (former !== progress.state) addOrderEvent(em, order, event, actor, anchor.kind)
      if (isInBlock(progress.state) && anchor.link && mayComplete(order, leaf, formerLink)) {
        await completeWithLink(em, jobs, order, anchor.link, actor)
      }
    }
  })
}

/** Says why an anchor does not get on, once for each reason; null says that it does again. */
export async function reportStuck(
  { database }: Pick<AnchorBooks, 'database'>,
  anchorId: string,
  reason: string | null,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const anchor = await lockAnchor(em, anchorId)
    if ((anchor.stuckReason ?? null) === reason) return
    anchor.stuckReason = reason
    anchor.updatedAt = new Date()
    if (reason === null) return
    for (const { order } of await lockOrders(em, anchor)) {
      addOrderEvent(em, order, 'anchor_stuck', 'system', reason)
    }
  })
}

function isInBlock(state: AnchorState): boolean {
  return state === 'included' || state === 'final'
}

/**
 * The first anchor with a block completes an order; a later one replaces only the link that this anchor gave before (its
 * block was replaced), and never one that an administrator declared.
 */
function mayComplete(order: Order, leaf: ProofLeaf, formerLink: string | null): boolean {
  if (!order.paymentConfirmed || leaf.declaredLink != null) return false
  return order.blockchainLink == null || order.blockchainLink === formerLink
}

async function lockAnchor(em: Em, id: string): Promise<Anchor> {
  return em.findOneOrFail(Anchor, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/** The orders under an anchor's root, locked in the order of their ids, so that nobody waits crosswise. */
async function lockOrders(em: Em, anchor: Anchor): Promise<{ order: Order; leaf: ProofLeaf }[]> {
  const leaves = await em.find(ProofLeaf, { batch: anchor.batch, order: { $ne: null } })
  const byOrder = new Map(leaves.flatMap((leaf) => (leaf.order ? [[leaf.order.id, leaf] as const] : [])))
  const orders = await em.find(
    Order,
    { id: { $in: [...byOrder.keys()] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  return orders.flatMap((order) => {
    const leaf = byOrder.get(order.id)
    return leaf === undefined ? [] : [{ order, leaf }]
  })
}
