import { stopTexts } from '@priormark/core/orders/stop-texts'
import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'

/** The progress of an anchor, from 0. */
export const progressOf = ({ state }: ProgressAnchor) =>
  ['queued', 'submitted', 'included', 'final'].indexOf(state)

/** Whether an anchor is in a block or has a declared link. */
export function isRecorded({ state }: Pick<ProgressAnchor, 'state'>): boolean {
  return state === 'included' || state === 'final'
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
  const proven = anchors.filter(({ isProven }) => isProven)
  const times = (proven.length > 0 ? proven : anchors).flatMap((anchor) =>
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
export function isOpen({ step, anchors, stopped }: OrderProgress): boolean {
  if (anchors.some(({ state }) => state !== 'final')) return true
  const isEnded = stopped !== null && stopped !== 'disputed'
  return !isEnded && (step === 'unpaid' || step === 'waiting')
}

/** Returns the anchor to show: the furthest one on a chain. Until it is in a block, a declared link that exists. */
export function furthestAnchor({ anchors }: OrderProgress): ProgressAnchor | null {
  const onChains = anchors.filter(({ kind }) => kind !== 'manual')
  const hasOnlyLink = !onChains.some(isRecorded) && anchors.some(isRecorded)
  const candidates = onChains.length > 0 && !hasOnlyLink ? onChains : anchors
  const [first] = candidates.toSorted((a, b) => progressOf(b) - progressOf(a))
  return first ?? null
}

/** The name of an anchor's chain, if known. */
export const chainOf = ({ chain }: ProgressAnchor) => chain ?? 'the blockchain'

/** 'block 21,043,112 of Ethereum', with the parts that are known. */
export function blockOf(anchor: ProgressAnchor): string {
  const number =
    anchor.blockNumber === null ? 'a block' : `block ${anchor.blockNumber.toLocaleString('en-US')}`
  return `${number} of ${chainOf(anchor)}`
}

/** Returns the short status of an order. */
export function headlineOf(progress: OrderProgress): string {
  const { stopped, step } = progress
  const anchor = furthestAnchor(progress)
  if (stopped !== null) return stopTexts[stopped].headline
  if (step === 'unpaid') return 'Not paid yet'
  if (anchor === null) return 'Paid. Your work is next in line.'
  if (anchor.kind === 'manual')
    return isRecorded(anchor) ? 'Recorded by us; see the link' : 'Paid. We’ll record it manually.'
  switch (anchor.state) {
    case 'queued':
      return `In a batch, on its way to ${chainOf(anchor)}`
    case 'submitted':
      return `Sent to ${chainOf(anchor)}`
    case 'included':
      return `Recorded in ${blockOf(anchor)}`
    case 'final':
      return `Recorded in ${blockOf(anchor)}, final`
  }
}
