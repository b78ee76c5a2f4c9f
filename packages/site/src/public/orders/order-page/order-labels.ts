import { unpaidSteps, type OrderProgress, type ProgressAnchor } from '@priormark/core/orders/order-progress'
import type { StopReason } from '@priormark/core/orders/order'
import { stopTexts } from '@priormark/core/orders/stop-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import { anchorStates, isInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { proofMark } from '@priormark/core/proofs/anchors/proof-mark'
import type { SealState } from '../../../ui/RecordSeal.tsx'
import type { WorkTag } from '../../platform/marks/work-marks.tsx'

/**
 * Where an order stands. All texts and colors of its page follow from this, so that they cannot contradict each other.
 * `sent`: to a chain, in no block yet; `in-block`: in a block that can still be replaced; `final`: for good.
 */
export type OrderStage = (typeof unpaidSteps)[number] | 'waiting' | 'sent' | 'in-block' | 'final' | StopReason

export function stageOf(order: OrderProgress): OrderStage {
  if (order.stopped !== null) return order.stopped
  const unpaidStep = unpaidSteps.find((step) => step === order.step)
  if (unpaidStep !== undefined) return unpaidStep
  const anchor = furthestAnchor(order)
  return anchor === null ? 'waiting' : anchorStages[anchor.state]
}

const anchorStages = { queued: 'waiting', submitted: 'sent', included: 'in-block', final: 'final' } as const

interface Look {
  tag: WorkTag
  seal: SealState
}

const looks: Record<Exclude<OrderStage, 'in-block' | 'final'>, Look> = {
  unpaid: { tag: 'at-risk', seal: 'open' },
  processing: { tag: 'processing', seal: 'open' },
  waiting: { tag: 'paid', seal: 'open' },
  sent: { tag: 'paid', seal: 'open' },
  canceled: { tag: 'canceled', seal: 'stopped' },
  refunded: { tag: 'refunded', seal: 'stopped' },
  dispute_lost: { tag: 'returned', seal: 'stopped' },
  disputed: { tag: 'disputed', seal: 'disputed' },
}

/** Returns a work's tag, red only before the payment, and the state of its seal, green only for a final record. */
export function lookOf(order: OrderProgress): Look {
  const stage = stageOf(order)
  if (stage !== 'in-block' && stage !== 'final') return looks[stage]
  const mark = proofMark(order.anchors)
  return { tag: mark === 'none' ? 'paid' : mark, seal: stage === 'final' ? 'recorded' : 'open' }
}

/** The progress of an anchor, from 0. */
export const progressOf = ({ state }: ProgressAnchor) => anchorStates.indexOf(state)

/** Whether an anchor is in a block or has a declared link. */
export function isRecorded({ state }: Pick<ProgressAnchor, 'state'>): boolean {
  return isInBlock(state)
}

/** The time that an order's blocks prove. */
export interface ShownTime {
  /** The file existed no later than this, as ISO 8601. */
  noLaterThan: string
  /** Only a block on a private test chain shows it. */
  isOnTestChain: boolean
}

/** Returns the earliest time of a block: a proven one first, and one on a test chain last. Null without a block. */
export function shownTime({ anchors }: OrderProgress): ShownTime | null {
  const provenAnchors = anchors.filter(({ isProven }) => isProven)
  const times = (provenAnchors.length > 0 ? provenAnchors : anchors).flatMap((anchor) =>
    isRecorded(anchor) && anchor.noLaterThan !== null
      ? [{ noLaterThan: anchor.noLaterThan, isOnTestChain: anchor.isOnTestChain }]
      : [],
  )
  const [first] = times.toSorted(
    (a, b) => Number(a.isOnTestChain) - Number(b.isOnTestChain) || (a.noLaterThan < b.noLaterThan ? -1 : 1),
  )
  return first ?? null
}

/** Whether the order can still change without a visitor's action. */
export function isOpen({ anchors, stopped }: OrderProgress): boolean {
  if (anchors.length === 0) return stopped === null || stopped === 'disputed'
  return anchors.some(({ state }) => state !== 'final')
}

/** Returns the anchor to show: the furthest one on a chain, or a declared link while none on a chain is in a block. */
export function furthestAnchor({ anchors }: OrderProgress): ProgressAnchor | null {
  const onChains = anchors.filter(({ kind }) => kind !== 'manual')
  const hasOnlyDeclaredLink = !onChains.some(isRecorded) && anchors.some(isRecorded)
  const candidates = onChains.length > 0 && !hasOnlyDeclaredLink ? onChains : anchors
  const [first] = candidates.toSorted((a, b) => progressOf(b) - progressOf(a))
  return first ?? null
}

/** The name of an anchor's chain, if known. */
export const chainOf = ({ chain }: ProgressAnchor) => chain ?? 'the blockchain'

/** 'block 21,043,112 of Ethereum', with the parts that are known. The tag says which chain is a test chain. */
function blockOf(anchor: ProgressAnchor): string {
  const { blockNumber, isOnTestChain } = anchor
  const blockName = blockNumber === null ? 'a block' : `block ${blockNumber.toLocaleString('en-US')}`
  return isOnTestChain ? blockName : `${blockName} of ${chainOf(anchor)}`
}

/** Whether an administrator records the work. Before it is in a batch, the policy decides. */
export function isManual(order: OrderProgress, policy: Pick<ServicePolicy, 'kinds'>): boolean {
  const anchor = furthestAnchor(order)
  return anchor === null ? policy.kinds.every((kind) => kind === 'manual') : anchor.kind === 'manual'
}

/** Shown while a payment is not confirmed yet. */
export const processingText =
  'Your payment isn’t confirmed yet. There’s nothing more to do: we’ll email you as soon as it is, and then record your work.'

/** Returns the short status of an order. */
export function headlineOf(order: OrderProgress, policy: Pick<ServicePolicy, 'kinds'>): string {
  const stage = stageOf(order)
  const anchor = furthestAnchor(order)
  if (stage === 'unpaid') return 'Not paid yet'
  if (stage === 'processing') return 'Payment processing'
  if (stage === 'canceled') return 'Payment canceled'
  if (stage === 'refunded' || stage === 'disputed' || stage === 'dispute_lost')
    return stopTexts[stage].headline
  if (isManual(order, policy))
    return stage === 'final' ? 'Recorded by us; see the link' : 'Paid. We’ll record it manually.'
  if (anchor === null || stage === 'waiting') return 'Paid, waiting for a block'
  if (stage === 'sent') return `Sent to ${anchor.isOnTestChain ? 'the blockchain' : chainOf(anchor)}`
  return `Recorded in ${blockOf(anchor)}${stage === 'final' ? ', final' : ''}`
}
