import type { AuditAction } from '@priormark/core/staff/audit/audit-phrases'
import { isChainKind } from '@priormark/core/settings/policy/anchor-kind'
import type { AnchorFilter, AnchorQueue } from '@priormark/core/proofs/anchors/endpoints'
import { counted } from '@priormark/core/platform/counted'
import { AppError } from '@priormark/core/platform/errors'
import { isOwed } from '@priormark/core/orders/order-conditions'
import { readTimestamps } from '../anchors/rfc3161/tsa-repository.ts'
import { normalizeLink } from '../anchors/manual-anchors.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { ProofLeaf } from '../leaves/batch-entities.ts'
import { readAnchors } from '../leaves/proof-service.ts'
import { pendingAnchors } from '../leaves/proof-status.ts'
import { recordProgress } from '../anchors/anchor-progress.ts'
import { sealDue, sealTime } from '../leaves/seal-batch.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import {
  countBatchesWithoutLink,
  countLaterOrders,
  readAnchor,
  readAnchorPage,
  readAnchorsOfOrder,
  readWaitingOrders,
  type AnchorRow,
  anchorView,
} from './anchor-list.ts'
import type { Anchors } from './open-anchors.ts'
import { findOrder } from '../../order-book/order-entity.ts'

export interface AnchorDeps {
  database: Database
  jobs: JobQueue
  anchors: Anchors
}

export async function readQueue(
  em: Em,
  { rules, rfc3161 }: Pick<Anchors, 'rules' | 'rfc3161'>,
  page: { filter: AnchorFilter; page: number; limit: number },
): Promise<AnchorQueue> {
  const { rows, total } = await readAnchorPage(em, page)
  const { count, oldestLeafAt } = await readWaitingOrders(em)
  return {
    waitingOrders: count,
    laterOrders: await countLaterOrders(em),
    batchesWithoutLink: await countBatchesWithoutLink(em),
    nextSealAt: oldestLeafAt === null ? null : sealTime(oldestLeafAt, rules).toISOString(),
    kinds: [...rules.kinds],
    timestamps: rfc3161 === null ? null : await readTimestamps(em, rfc3161, new Date()),
    anchors: rows.map(anchorView),
    total,
  }
}

/** Seals all waiting orders immediately. Returns their count. */
export async function sealNow(em: Em, deps: AnchorDeps, actor: Actor): Promise<number> {
  const options = { early: true, actor: actor.admin.username }
  const orderCount = await sealDue(deps.database, deps.anchors.rules, options)
  const detail = counted(orderCount, 'order', 'orders')
  await recordAudit(em, deps, actor, { action: 'anchors.sealed', detail })
  return orderCount
}

/** Schedules an immediate retry of an anchor. @throws AppError not_found; conflict if its kind is not configured */
export async function retryAnchor(em: Em, deps: AnchorDeps, actor: Actor, id: string): Promise<AnchorRow> {
  const { kind } = await findAnchor(em, id)
  const port = await deps.anchors.port(kind, deps.jobs)
  if (port === null)
    throw new AppError('conflict', `Works are not recorded with ${kind} now, so this anchor can’t be retried`)
  await port.retry(id)
  await recordAudit(em, deps, actor, { action: 'anchor.retried', subject: id })
  return findAnchor(em, id)
}

/**
 * Declares the link to where a root is recorded, which completes the orders of its batch. A later link replaces it.
 * @throws AppError not_found; conflict if the anchor is tracked automatically; invalid_input for a host that is not allowed
 */
export async function declareLink(
  em: Em,
  deps: AnchorDeps,
  actor: Actor,
  { id, link: text }: { id: string; link: string },
): Promise<AnchorRow> {
  const { kind } = await findAnchor(em, id)
  if (kind !== 'manual') throw new AppError('conflict', 'Only the link of a manual anchor can be entered')
  const link = normalizeLink(text, deps.anchors.linkHosts, 'link')
  // A declared link is all the evidence that a manual anchor ever has, so it is final immediately.
  const progress = { state: 'final', link, evidence: { kind: 'manual', link } } as const
  await recordProgress(deps, id, progress, actor.admin.username)
  await recordAudit(em, deps, actor, { action: 'anchor.link_declared', subject: id })
  return findAnchor(em, id)
}

/**
 * Returns the order's leaf, which is also the root if its batch has no other order, and whether evidence is emailed once a
 * chain has recorded it.
 * @throws AppError not_found
 */
export async function codeOfOrder(
  em: Em,
  { rules }: Pick<Anchors, 'rules'>,
  orderId: string,
): Promise<{ code: string | null; isEvidenceMailed: boolean }> {
  const order = await findOrder(em, orderId)
  const leaf = await em.findOne(ProofLeaf, { order }, { populate: ['batch'] })
  const isAloneInBatch = leaf?.batch != null && leaf.batch.root === leaf.leaf
  const willBeOnChain = isAloneInBatch
    ? pendingAnchors(await readAnchors(em, leaf)).length > 0
    : rules.kinds.some(isChainKind)
  return { code: leaf?.leaf ?? null, isEvidenceMailed: willBeOnChain && isOwed(order) }
}

/** @throws AppError not_found */
export async function anchorsOfOrder(em: Em, orderId: string): Promise<AnchorRow[]> {
  await findOrder(em, orderId)
  return readAnchorsOfOrder(em, orderId)
}

async function findAnchor(em: Em, id: string): Promise<AnchorRow> {
  const anchor = await readAnchor(em, id)
  if (anchor === undefined) throw new AppError('not_found', 'This anchor doesn’t exist')
  return anchor
}

/** Adds an audit event and starts the next anchoring cycle. */
async function recordAudit(
  em: Em,
  { jobs }: AnchorDeps,
  actor: Actor,
  event: { action: AuditAction; subject?: string; detail?: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    audit(tx, { actor, ...event })
    await jobs.enqueue(tx, 'anchor', {}, { afterSeconds: 0 })
  })
}
