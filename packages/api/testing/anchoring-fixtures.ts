import { createHash, randomUUID } from 'node:crypto'
import type { AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import type { MailKind } from '@priormark/core/platform/mail-kind'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { expect } from 'vitest'
import { runAnchoring } from '../src/proofs/anchoring/anchoring-cycle.ts'
import type { Anchors } from '../src/proofs/anchoring/open-anchors.ts'
import type { AnchorPort } from '../src/proofs/anchors/anchor-port.ts'
import type { JobQueue } from '../src/platform/jobs/job-queue.ts'
import { Order, OrderEvent } from '../src/order-book/order-entity.ts'
import { Anchor, ProofLeaf } from '../src/proofs/leaves/batch-entities.ts'
import {
  recordProgress,
  type AnchorProgressDeps,
  type AnchorProgress,
} from '../src/proofs/anchors/anchor-progress.ts'
import { readOrderProof } from '../src/proofs/facts/order-proof.ts'
import { sealWaiting, type SealRules } from '../src/proofs/leaves/seal-batch.ts'
import type { Database } from '../src/platform/database/database.ts'
import { silentLog } from './silent-log.ts'
import { verifyOrderProof } from './verify-order-proof.ts'
import { payOrder } from './mail-fixtures.ts'
import { OrderMail } from '../src/order-book/order-mail-service.ts'

export const rules: SealRules = { batchSeconds: 300, batchMaxLeaves: 1_000, kinds: ['evm'] }

/** Creates paid orders, each with its own work. Returns their ids. */
export async function payOrders(database: Database, jobs: JobQueue, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const fileSha256 = createHash('sha256').update(randomUUID()).digest('hex')
    ids.push(await payOrder(database, jobs, { fileSha256 }))
  }
  return ids
}

/** Seals the waiting leaves into one batch. */
export const sealBatch = (
  database: Database,
  rules: SealRules,
  options?: Parameters<typeof sealWaiting>[2],
) => database.fork().transactional((em) => sealWaiting(em, rules, options))

/** Creates paid orders and seals them into a batch. */
export async function sealOrders(
  deps: AnchorProgressDeps,
  count: number,
  kinds: readonly AnchorKind[] = rules.kinds,
): Promise<{ orderIds: string[]; anchors: Record<string, string> }> {
  const orderIds = await payOrders(deps.database, deps.jobs, count)
  const sealed = await sealBatch(deps.database, { ...rules, kinds }, { early: true })
  const anchors = await deps.database.fork().find(Anchor, { batch: sealed?.batchId ?? '' })
  return { orderIds, anchors: Object.fromEntries(anchors.map(({ kind, id }) => [kind, id])) }
}

export function leafOf(database: Database, orderId: string): Promise<ProofLeaf> {
  return database.fork().findOneOrFail(ProofLeaf, { order: orderId }, { populate: ['batch'] })
}

export function anchorOf(database: Database, id: string | undefined): Promise<Anchor> {
  return database.fork().findOneOrFail(Anchor, { id: id ?? '' })
}

/** Returns the anchoring events of an order's timeline, oldest first. */
export async function anchoringEvents(database: Database, orderId: string): Promise<string[]> {
  const events = await database.fork().find(OrderEvent, { order: orderId }, { orderBy: { at: 'asc' } })
  return events.map(({ kind }) => kind).filter((kind) => /^(sealed|anchor_|link_)/.test(kind))
}

/** Counts how often a mail of an order was queued. */
export async function queuedMails(
  database: Database,
  { mailIds }: { mailIds: string[] },
  orderId: string,
  kind: MailKind,
): Promise<number> {
  const mail = await database.fork().findOne(OrderMail, { order: orderId, kind })
  return mail === null ? 0 : mailIds.filter((id) => id === mail.id).length
}

export function queuedFulfillmentMails(
  database: Database,
  jobs: { mailIds: string[] },
  orderId: string,
): Promise<number> {
  return queuedMails(database, jobs, orderId, 'fulfillment')
}

/** Verifies with core's verifier that the order's leaf leads to its root. */
export async function expectProven(database: Database, orderId: string): Promise<void> {
  const em = database.fork()
  const order = await em.findOneOrFail(Order, orderId)
  const orderProof = await readOrderProof(em, order)
  expect(await verifyOrderProof(orderProof?.proof, order.fileSha256)).toMatchObject({ holds: true })
}

/** The progress of an EVM anchor whose transaction is in block `block`. */
export function inBlock(state: 'included' | 'final', block: number): AnchorProgress {
  const hash = `0x${block.toString(16).padStart(64, '0')}` as const
  const evidence: ProofAnchor = {
    kind: 'evm',
    chainId: 1,
    transactionHash: hash,
    blockNumber: block,
    blockHash: hash,
    blockTime: 1_700_000_000 + block,
  }
  return {
    state,
    link: `https://chain.example/tx/${block}`,
    blockTime: new Date((1_700_000_000 + block) * 1000),
    evidence,
  }
}

const nextState: Record<AnchorState, AnchorState> = {
  queued: 'submitted',
  submitted: 'included',
  included: 'final',
  final: 'final',
}

/** A port that always succeeds: each run advances every open anchor by one state. */
export function succeedingPort(
  deps: AnchorProgressDeps,
  kind: AnchorKind = 'evm',
): AnchorPort & { runs: number } {
  const port = {
    kind,
    runs: 0,
    async advance() {
      port.runs += 1
      const open = await deps.database.fork().find(Anchor, { kind, state: { $ne: 'final' } })
      for (const anchor of open) {
        const former: AnchorState = anchor.state
        const state = nextState[former]
        const block = Number.parseInt(anchor.id.slice(0, 8), 16)
        const progress = state === 'included' || state === 'final' ? inBlock(state, block) : { state }
        await recordProgress(deps, anchor.id, progress)
      }
    },
    async retry() {},
  }
  return port
}

export function anchorsWith(ports: AnchorPort[], changes: Partial<SealRules> = {}): Anchors {
  return {
    rules: { ...rules, kinds: ports.map(({ kind }) => kind), ...changes },
    chains: [],
    linkHosts: null,
    chainExplorer: null,
    publicEvm: null,
    rfc3161: null,
    configure: () => undefined,
    warnings: [],
    port: async (kind) => ports.find((port) => port.kind === kind) ?? null,
    close: async () => undefined,
  }
}

export async function runCycle({ database, jobs }: AnchorProgressDeps, anchors: Anchors): Promise<void> {
  await runAnchoring({ database, anchors, log: silentLog }, jobs)
}

/** Seals one order and returns the ids of its anchors. */
export async function sealOne(deps: Parameters<typeof sealOrders>[0], kinds?: readonly AnchorKind[]) {
  const { orderIds, anchors } = await sealOrders(deps, 1, kinds)
  const { evm = '', opentimestamps: ots = '', manual = '' } = anchors
  return { orderId: orderIds[0] ?? '', evm, ots, manual }
}

export async function setPayment(
  database: Database,
  orderId: string,
  paymentState: Order['paymentState'],
): Promise<void> {
  await database.fork().nativeUpdate(Order, { id: orderId }, { paymentState })
}
