import { isDeepStrictEqual } from 'node:util'
import { FlushMode, LockMode } from '@mikro-orm/core'
import { isChainKind } from '@priormark/core/settings/policy/anchor-kind'
import { isInBlock, statesInBlock, type AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import type { OrderEventKind } from '@priormark/core/orders/order'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import type { EvmEvidence } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { onAnchored, onFinal } from '../../order-book/order-completion.ts'
import { Order, addOrderEvent } from '../../order-book/order-entity.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { Anchor, ProofLeaf } from '../leaves/batch-entities.ts'
import { anchorsFor } from '../leaves/proof-service.ts'
import { pendingAnchors } from '../leaves/proof-status.ts'
import { withLabels } from './recording-variables.ts'
import { inCamelCase } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

/** What a port learned about an anchor. Absent properties are cleared. */
export interface AnchorProgress {
  state: AnchorState
  link?: string | null
  blockTime?: Date | null
  /** The latest time among the block and those that confirm it. */
  latestTime?: Date | null
  evidence?: ProofAnchor | null
  /** What proves an EVM anchor without its chain. */
  evmEvidence?: EvmEvidence | null
  /** The state that the anchor is expected in. Nothing is recorded if another process has changed it. */
  previousState?: AnchorState
}

export interface AnchorProgressDeps {
  database: Database
  jobs: JobQueue
}

/** An order of a batch, and its leaf. */
interface AnchoredOrder {
  order: Order
  leaf: ProofLeaf
}

/** Flushes once at the end: detecting changes before every query would take minutes for a thousand orders. */
const flushAtEnd = { flushMode: FlushMode.COMMIT }

const eventKinds: Record<AnchorState, OrderEventKind> = {
  queued: 'anchor_replaced',
  submitted: 'anchor_submitted',
  included: 'anchor_included',
  final: 'anchor_final',
}

/**
 * Records the progress of an anchor, in one transaction with all consequences: timelines, and after the first block the
 * completion of the orders and their emails. Idempotent. Clears the reason why the anchor was stuck.
 * @param actor 'system', or an administrator's name
 */
export async function recordProgress(
  { database, jobs }: AnchorProgressDeps,
  anchorId: string,
  progress: AnchorProgress,
  actor = 'system',
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const anchor = await lockAnchor(em, anchorId)
    const { state: previousState, link: previousLink = null } = anchor
    if (!applyProgress(anchor, progress)) return
    const isStateChanged = previousState !== anchor.state
    if (!isStateChanged && previousLink === anchor.link) return

    const orders = await lockOrders(em, anchor)
    if (isStateChanged) {
      const isLost = isInBlock(previousState) && !isInBlock(progress.state)
      const event = isLost ? 'anchor_replaced' : eventKinds[progress.state]
      for (const { order } of orders) {
        if (anchorsFor(order, [anchor]).length > 0) addOrderEvent(em, order, event, actor, anchor.kind)
      }
    }
    const completedOrders = await completeOrders(em, jobs, anchor, orders, actor)
    if (isStateChanged && progress.state === 'final')
      await mailEvidence(em, jobs, anchor, orders, completedOrders)
  }, flushAtEnd)
}

/**
 * Mails the evidence with the first final anchor of a root, and again with the last. Orders that were completed just now
 * get it with their fulfillment email. Time-stamps send none: the next evidence contains them.
 */
async function mailEvidence(
  em: Em,
  jobs: JobQueue,
  anchor: Anchor,
  orders: AnchoredOrder[],
  completedOrders: ReadonlySet<Order>,
): Promise<void> {
  if (anchor.kind === 'rfc3161') return
  const otherAnchors = await em.find(Anchor, {
    batch: anchor.batch,
    id: { $ne: anchor.id },
    kind: { $ne: 'rfc3161' },
  })
  const isFirst = otherAnchors.every(({ state }) => state !== 'final')
  const isLast = isChainKind(anchor.kind) && pendingAnchors(otherAnchors).length === 0
  if (!isFirst && !isLast) return
  for (const { order } of orders) if (!completedOrders.has(order)) await onFinal(em, jobs, order)
}

/** Records why an anchor is stuck, once per reason; null clears it. */
export async function reportStuck(
  { database }: Pick<AnchorProgressDeps, 'database'>,
  anchorId: string,
  reason: string | null,
): Promise<void> {
  await database.fork().transactional((em) => setStuckReason(em, anchorId, reason))
}

/** Like reportStuck(), in the transaction of `em`. */
export async function setStuckReason(em: Em, anchorId: string, reason: string | null): Promise<void> {
  const anchor = await lockAnchor(em, anchorId)
  if ((anchor.stuckReason ?? null) === reason) return
  anchor.stuckReason = reason
  anchor.updatedAt = new Date()
  if (reason === null) return
  for (const { order } of await lockOrders(em, anchor)) {
    addOrderEvent(em, order, 'anchor_stuck', 'system', withLabels(reason))
  }
}

/**
 * Completes the orders of a confirmed anchor that are still open, such as one whose dispute was won after the block.
 * Skips completed orders.
 */
export async function completeOpenOrders(
  { database, jobs }: AnchorProgressDeps,
  anchorId: string,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const anchor = await lockAnchor(em, anchorId)
    await completeOrders(em, jobs, anchor, await lockOrders(em, anchor), 'system')
  }, flushAtEnd)
}

/** Updates the row and returns whether anything changed. A final anchor stays final, even if a late process reports otherwise. */
function applyProgress(anchor: Anchor, progress: AnchorProgress): boolean {
  const { state, previousState = anchor.state } = progress
  if (anchor.state === 'final' && state !== 'final') return false
  if (anchor.state !== previousState) return false
  const newProgress = storedProgress(progress)
  if (isDeepStrictEqual(newProgress, storedProgress(anchor))) return false
  const now = new Date()
  Object.assign(anchor, newProgress, { stuckReason: null, updatedAt: now })
  if (state !== 'queued') anchor.submittedAt ??= now
  anchor.includedAt = isInBlock(state) ? (anchor.includedAt ?? now) : null
  anchor.finalAt = state === 'final' ? (anchor.finalAt ?? now) : null
  return true
}

function storedProgress({
  state,
  link = null,
  blockTime = null,
  latestTime = null,
  evidence = null,
  evmEvidence = null,
}: AnchorProgress | Anchor) {
  return { state, link, blockTime, latestTime, evidence, evmEvidence }
}

/**
 * Completes the orders of a confirmed anchor and returns the orders that it completed. Skips orders with a declared link
 * of their own, which always takes precedence.
 */
async function completeOrders(
  em: Em,
  jobs: JobQueue,
  anchor: Anchor,
  orders: AnchoredOrder[],
  actor: string,
): Promise<ReadonlySet<Order>> {
  const completedOrders = new Set<Order>()
  const { link } = anchor
  if (link == null || !isInBlock(anchor.state)) return completedOrders
  const otherAnchors = await em.find(Anchor, {
    batch: anchor.batch,
    id: { $ne: anchor.id },
    state: { $in: statesInBlock },
  })
  const otherLinks = new Set(otherAnchors.flatMap((other) => other.link ?? []))
  const record = { link, isDeclared: anchor.kind === 'manual', otherLinks, actor }
  for (const { order, leaf } of orders) {
    if (leaf.declaredLink == null && (await onAnchored(em, jobs, order, record))) completedOrders.add(order)
  }
  return completedOrders
}

async function lockAnchor(em: Em, id: string): Promise<Anchor> {
  return em.findOneOrFail(Anchor, { id }, { populate: ['evmEvidence'], lockMode: LockMode.PESSIMISTIC_WRITE })
}

/**
 * Returns the orders of an anchor's batch, locked in the order of their ids to avoid deadlock. Leaves are read after
 * locking, so that a link declared meanwhile is seen.
 */
async function lockOrders(em: Em, anchor: Anchor): Promise<AnchoredOrder[]> {
  const rows = await queries(em)
    .selectFrom('proof_leaf')
    .select(inCamelCase('order_id'))
    .where('batch_id', '=', anchor.batch.id)
    .execute()
  const orders = await em.find(
    Order,
    { id: { $in: rows.flatMap(({ orderId }) => orderId ?? []) } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const leaves = await em.find(ProofLeaf, { batch: anchor.batch, order: { $ne: null } }, { refresh: true })
  const leafOf = new Map(leaves.flatMap((leaf) => (leaf.order ? [[leaf.order.id, leaf] as const] : [])))
  return orders.flatMap((order) => {
    const leaf = leafOf.get(order.id)
    return leaf === undefined ? [] : [{ order, leaf }]
  })
}

/** How far this server's clock may be off. */
const clockErrorSeconds = 15 * 60
/** No chain accepts blocks whose time is further in the future: Bitcoin allows two hours, Arbitrum one. */
const maxFutureSeconds = 2 * 60 * 60

/**
 * Whether a block can be the one that contains a root: not made before the root was, and not in the future.
 * @param timeSeconds the block's own timestamp
 * @param marginSeconds how long before its true time the chain's rules let a block be stamped
 */
export function isPlausibleTime(
  timeSeconds: number,
  { sealedAt, marginSeconds, now }: { sealedAt: Date; marginSeconds: number; now: Date },
): boolean {
  const earliestSeconds = sealedAt.getTime() / 1000 - marginSeconds - clockErrorSeconds
  const latestSeconds = now.getTime() / 1000 + maxFutureSeconds + clockErrorSeconds
  return timeSeconds >= earliestSeconds && timeSeconds <= latestSeconds
}
