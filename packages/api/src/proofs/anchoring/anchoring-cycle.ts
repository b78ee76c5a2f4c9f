import { orderConditions } from '@priormark/core/orders/order-conditions'
import { openStates, statesBeforeBlock, statesInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { conditionSql } from '../../order-book/order-condition-sql.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { failureOf, type Log } from '../../platform/logging/log.ts'
import { hasDueRevocations } from '../anchors/rfc3161/tsa-repository.ts'
import { completeOpenOrders, reportStuck } from '../anchors/anchor-progress.ts'
import { anchorIs } from '../leaves/batch-entities.ts'
import { sealDue, sealTime, type SealRules } from '../leaves/seal-batch.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import type { Anchors } from './open-anchors.ts'
import * as v from 'valibot'
import { inCamelCase, readRows } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

/** The interval of the schedule. Work that is due earlier gets its own job. */
const scheduleSeconds = 60

const isUnfulfilled = conditionSql(orderConditions.isUnfulfilled)
const isOwed = conditionSql(orderConditions.isOwed)

/**
 * Seals due batches, advances the anchors of every kind, and completes orders that were left open. Safe to run at any
 * time, after any crash, and in two processes at once. A failed step is logged and does not stop the others.
 */
export async function runAnchoring(
  { database, anchors, log }: { database: Database; anchors: Anchors; log: Log },
  jobs: JobQueue,
): Promise<void> {
  await runStep(log, 'sealing', async () => {
    const orders = await sealDue(database, anchors.rules)
    if (orders > 0) log.info({ orders }, 'anchors: sealed orders')
  })
  await runStep(log, 'removed kinds', () => reportRemovedKinds(database, anchors.rules.kinds))
  for (const kind of await openKinds(database.fork(), anchors.rules.kinds)) {
    await runStep(log, kind, async () => (await anchors.port(kind, jobs))?.advance())
  }
  await runStep(log, 'completion', () => completeOpenOrdersOfAnchors(database, jobs))
  await queueNextCycle(database, anchors.rules, jobs)
}

/** Returns the kinds with open anchors or due revocation data. Ports of other kinds are not opened. */
async function openKinds(em: Em, kinds: readonly AnchorKind[]): Promise<AnchorKind[]> {
  const rows = await queries(em)
    .selectFrom('anchor')
    .select('kind')
    .distinct()
    .where(anchorIs(openStates))
    .execute()
  const hasOpen = (kind: AnchorKind) => rows.some((row) => row.kind === kind)
  const isRevocationDue = kinds.includes('rfc3161') && (await hasDueRevocations(em))
  return kinds.filter((kind) => hasOpen(kind) || (kind === 'rfc3161' && isRevocationDue))
}

/**
 * Marks open anchors as stuck while their kind is no longer configured. Manual anchors are exempt: they only wait for a person.
 */
async function reportRemovedKinds(database: Database, kinds: readonly AnchorKind[]): Promise<void> {
  const rows = await queries(database.fork())
    .selectFrom('anchor')
    .select(inCamelCase('id', 'kind', 'stuck_reason'))
    .where(anchorIs(openStates))
    .where('kind', '<>', 'manual')
    .execute()
  for (const { id, kind, stuckReason } of rows) {
    const reason = `Works are no longer recorded with ${kind}, so this anchor is not checked. Use ${kind} again until it is final.`
    if (!kinds.includes(kind) && stuckReason !== reason) await reportStuck({ database }, id, reason)
    if (kinds.includes(kind) && stuckReason === reason) await reportStuck({ database }, id, null)
  }
}

/** Completes paid orders that have a confirmed anchor and no link yet. */
async function completeOpenOrdersOfAnchors(database: Database, jobs: JobQueue): Promise<void> {
  const rows = await readRows(database.fork(), v.object({ id: v.string() }))`
    select distinct on (anchor.batch_id) anchor.id from orders
    join proof_leaf on proof_leaf.order_id = orders.id
    join anchor on anchor.batch_id = proof_leaf.batch_id
    where ${isUnfulfilled} and ${isOwed}
      and proof_leaf.declared_link is null and ${anchorIs(statesInBlock)} and anchor.link is not null
    order by anchor.batch_id, anchor.included_at`
  for (const { id } of rows) await completeOpenOrders({ database, jobs }, id)
}

/**
 * Queues an earlier run if the seal rules are faster than the schedule, while orders wait or an anchor was just created,
 * so that on a development machine an order is in a block within seconds.
 */
async function queueNextCycle(database: Database, rules: SealRules, jobs: JobQueue): Promise<void> {
  if (rules.batchSeconds >= scheduleSeconds) return
  const em = database.fork()
  const now = Date.now()
  const lastRun = new Date(now - scheduleSeconds * 1000)
  const { oldestLeafAt } = await queries(em)
    .selectFrom('proof_leaf')
    .select((eb) => eb.fn.min('created_at').as('oldestLeafAt'))
    .where('batch_id', 'is', null)
    .where('created_at', '>', lastRun)
    .executeTakeFirstOrThrow()
  const submittedAnchor = await queries(em)
    .selectFrom('anchor')
    .select('id')
    .where('kind', '=', 'evm')
    .where(anchorIs(statesBeforeBlock))
    .where('created_at', '>', lastRun)
    .limit(1)
    .executeTakeFirst()
  const seconds = [
    ...(oldestLeafAt === null ? [] : [(sealTime(oldestLeafAt, rules).getTime() - now) / 1000]),
    ...(submittedAnchor === undefined ? [] : [1]),
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
