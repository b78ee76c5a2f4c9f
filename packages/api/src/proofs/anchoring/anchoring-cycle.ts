import { orderConditions } from '@priormark/core/orders/order-conditions'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { AnchorPort } from '../anchors/anchor-port.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import { completeOpenOrders, reportStuck } from '../anchors/anchor-progress.ts'
import { sealDue, sealTime, type SealRules } from '../leaves/seal-batch.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import type { Anchors } from './open-anchors.ts'

interface AnchoringDeps {
  database: Database
  anchors: Anchors
  log: Log
}

/** The interval of the schedule. Work that is due earlier gets its own job. */
const scheduleSeconds = 60

/**
 * Seals due batches, advances the anchors of every kind, and completes orders that were left open. Safe to run at any
 * time, after any crash, and in two processes at once. A failed step is logged and does not stop the others. Work that
 * is due before the schedule's next run is queued as a job, so that on a development machine an order is in a block
 * within seconds.
 */
export async function runAnchoring(deps: AnchoringDeps, jobs: JobQueue): Promise<void> {
  const { database, anchors, log } = deps
  await runStep(log, 'sealing', async () => {
    const orders = await sealDue(database, anchors.rules)
    if (orders > 0) log.info({ orders }, 'anchors: sealed')
  })
  await runStep(log, 'kinds', () => reportRemovedKinds(database, anchors.rules.kinds))
  for (const kind of await openKinds(database.fork(), anchors.rules.kinds)) {
    await runStep(log, kind, async () => (await anchors.port(kind, jobs))?.advance())
  }
  await runStep(log, 'completion', () => completeOpenOrdersOfAnchors(database, jobs))
  await queueNextCycle(database, anchors.rules, jobs)
}

/** Returns the kinds that have an anchor that is not final yet. Ports of other kinds are not even opened. */
async function openKinds(em: Em, kinds: readonly AnchorKind[]): Promise<AnchorKind[]> {
  const rows = await em.execute<{ kind: AnchorKind }[]>(
    "select distinct kind from anchor where state in ('queued', 'submitted', 'included')",
  )
  return kinds.filter((kind) => rows.some((row) => row.kind === kind))
}

/**
 * Reports open anchors whose kind is no longer configured as stuck, until the kind is configured again. Manual anchors
 * are exempt: they only wait for a person.
 */
async function reportRemovedKinds(database: Database, kinds: readonly AnchorKind[]): Promise<void> {
  const rows = await database
    .fork()
    .execute<{ id: string; kind: AnchorPort['kind']; stuckReason: string | null }[]>(
      `select id, kind, stuck_reason as "stuckReason" from anchor where state in ('queued', 'submitted', 'included') and kind <> 'manual'`,
    )
  for (const { id, kind, stuckReason } of rows) {
    const reason = removedReason(kind)
    if (!kinds.includes(kind) && stuckReason !== reason) await reportStuck({ database }, id, reason)
    if (kinds.includes(kind) && stuckReason === reason) await reportStuck({ database }, id, null)
  }
}

function removedReason(kind: AnchorKind): string {
  return `ANCHORS no longer names ${kind}, so this anchor is not checked. Add ${kind} to ANCHORS until it is final.`
}

/** Completes paid orders that have a confirmed anchor and no link yet; see completeOpenOrders. */
async function completeOpenOrdersOfAnchors(database: Database, jobs: JobQueue): Promise<void> {
  const rows = await database.fork().execute<{ id: string }[]>(
    `select distinct on (anchor.batch_id) anchor.id from orders
     join proof_leaf on proof_leaf.order_id = orders.id
     join anchor on anchor.batch_id = proof_leaf.batch_id
     where ${conditionSql(orderConditions.isUnfulfilled)} and ${conditionSql(orderConditions.isOwed)}
       and proof_leaf.declared_link is null and anchor.state in ('included', 'final') and anchor.link is not null
     order by anchor.batch_id, anchor.included_at`,
  )
  for (const { id } of rows) await completeOpenOrders({ database, jobs }, id)
}

/**
 * Queues an earlier run if the seal rules are faster than the schedule, while orders wait or an anchor was just
 * submitted.
 */
async function queueNextCycle(database: Database, rules: SealRules, jobs: JobQueue): Promise<void> {
  if (rules.batchSeconds >= scheduleSeconds) return
  const em = database.fork()
  const now = Date.now()
  const { oldest } = await em.execute<{ oldest: Date | string | null }>(
    'select min(created_at) as oldest from proof_leaf where batch_id is null and created_at > ?',
    [new Date(now - scheduleSeconds * 1000)],
    'get',
  )
  const [moving] = await em.execute<unknown[]>(
    "select 1 from anchor where kind = 'evm' and state in ('queued', 'submitted') and created_at > ? limit 1",
    [new Date(now - scheduleSeconds * 1000)],
  )
  const seconds = [
    ...(oldest === null ? [] : [(sealTime(oldest, rules).getTime() - now) / 1000]),
    ...(moving === undefined ? [] : [1]),
  ]
  if (seconds.length === 0) return
  const afterSeconds = Math.max(1, Math.ceil(Math.min(...seconds)))
  await em.transactional((tx) => jobs.enqueue(tx, 'anchor', {}, { afterSeconds }))
}

async function runStep(log: Log, step: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ ...failureOf(error), step }, 'anchors: a step failed')
  }
}
