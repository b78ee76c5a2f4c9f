import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import { formatSecond } from '@priormark/core/platform/dates'
import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'
import { blockOf, chainOf, isRecorded, furthestAnchor, progressOf } from './order-labels.ts'
import { stopTexts } from '@priormark/core/orders/stop-texts'

/** A step of an order. */
export interface TimelineStep {
  title: string
  text: string
  /** When it was done, ISO 8601, which is shown instead of the text. */
  doneAt?: string
  state: 'done' | 'now' | 'ahead'
}

/** Returns the steps of an order with their states. */
export function timelineOf(progress: OrderProgress): TimelineStep[] {
  const anchor = furthestAnchor(progress)
  const isPaid = progress.step !== 'unpaid'
  const paid: TimelineStep = {
    title: 'Paid',
    text: 'Nothing is recorded until your payment arrives.',
    ...(progress.paidAt === null ? {} : { doneAt: progress.paidAt }),
    state: isPaid ? 'done' : 'now',
  }
  const later = anchor?.kind === 'manual' ? [declaredStep(anchor)] : chainSteps(anchor)
  // After a refund or during a dispute, only what was already sent to a chain continues.
  const isStopped = progress.stopped !== null && anchor === null
  return [paid, ...later.map((step) => (isPaid && !isStopped ? step : { ...step, state: 'ahead' as const }))]
}

function declaredStep(anchor: ProgressAnchor): TimelineStep {
  if (!isRecorded(anchor)) {
    return {
      title: 'Recorded manually',
      text: 'We record your work on the blockchain manually.',
      state: 'now',
    }
  }
  return {
    title: 'Recorded by us',
    text: 'We recorded it manually. Open the link below to check.',
    state: 'done',
  }
}

function chainSteps(anchor: ProgressAnchor | null): TimelineStep[] {
  const steps = [
    { title: 'Submitted', text: submittedText(anchor) },
    { title: blockTitle(anchor), text: blockText(anchor) },
    { title: 'Final', text: finalText(anchor) },
  ]
  const done = anchor === null ? 0 : progressOf(anchor)
  return steps.map((step, index) => ({
    ...step,
    state: index < done ? 'done' : index === done ? 'now' : 'ahead',
  }))
}

function submittedText(anchor: ProgressAnchor | null): string {
  if (anchor === null) return 'Works are recorded together in batches, and yours will be in the next one.'
  if (anchor.state === 'queued') return `In a batch with other works, next in line for ${chainOf(anchor)}.`
  return `Sent to ${chainOf(anchor)} together with other works.`
}

function blockTitle(anchor: ProgressAnchor | null): string {
  if (anchor === null || anchor.blockNumber === null || !isRecorded(anchor)) return 'In a block'
  return `In block ${anchor.blockNumber.toLocaleString('en-US')}`
}

function blockText(anchor: ProgressAnchor | null): string {
  if (anchor === null || !isRecorded(anchor)) return 'Once it’s in a block, that block’s time is your date.'
  const time = latestTimeText(anchor)
  return time === null ? `It’s in a block of ${chainOf(anchor)}.` : `Your file existed no later than ${time}`
}

const testChainText = 'This is a test chain, so it proves nothing to others.'

function finalText(anchor: ProgressAnchor | null): string {
  if (anchor?.isOnTestChain) return testChainText
  if (anchor?.state === 'final')
    return 'The blockchain treats the block as final. Nobody can remove the record, not even us.'
  if (anchor?.state === 'included')
    return 'In rare cases, a recent block is replaced. If that happens, we record your work again.'
  return 'Once the block is old enough, nobody can remove the record.'
}

/** Describes an anchor's progress. @param isExtra the work is recorded already, at a declared link */
export function anchorText(anchor: ProgressAnchor, { isExtra = false } = {}): string {
  if (anchor.kind === 'manual')
    return isRecorded(anchor) ? 'Recorded by us, at this link.' : 'We record it manually.'
  switch (anchor.state) {
    case 'queued':
      return isExtra ? 'It will be recorded here too. Next in line.' : 'Next in line.'
    case 'submitted':
      return anchor.kind === 'opentimestamps'
        ? 'Sent to public calendars, which record it in a Bitcoin block within a few hours.'
        : 'Sent to the blockchain, waiting for a block.'
    case 'included':
      return `In ${blockOf(anchor)}, not final yet.${timeOf(anchor)}`
    case 'final':
      return `In ${blockOf(anchor)}, final.${timeOf(anchor)}`
  }
}

function timeOf(anchor: ProgressAnchor): string {
  const time = latestTimeText(anchor)
  return time === null ? '' : ` Existed no later than ${time}`
}

/** The end of a sentence with the time that an anchor proves, and where that comes from. Null without a block. */
function latestTimeText({ blockTime, noLaterThan, isOnTestChain }: ProgressAnchor): string | null {
  if (blockTime === null || noLaterThan === null) return null
  if (isOnTestChain || noLaterThan === blockTime)
    return `${formatSecond(noLaterThan)}, the time of this block.${isOnTestChain ? ` ${testChainText}` : ''}`
  return `${formatSecond(noLaterThan)}. The block itself says ${formatSecond(blockTime)}, but block clocks can be slow.`
}

/** Returns the display name of an anchor. */
export function anchorName(anchor: ProgressAnchor): string {
  if (anchor.kind === 'manual') return 'Link added by us'
  if (anchor.kind === 'opentimestamps') return 'Bitcoin (OpenTimestamps)'
  return anchor.chain === null ? 'Blockchain' : anchor.chain.replace(/^[a-z]/, (first) => first.toUpperCase())
}

const keepBoth = `Download the evidence. ${keepText} With both, anyone can check the proof without us.`
const keepFile = 'Keep the file exactly as it is: the fingerprint matches no other version.'
const nothingToDo = `You’re done. This page updates automatically, and we’ll email you as soon as your work is recorded. ${keepFile}`

/** Returns what the customer of an order can do now. */
export function adviceOf(progress: OrderProgress): string {
  const anchor = furthestAnchor(progress)
  const { stopped } = progress
  if (stopped === 'disputed')
    return `${stopTexts[stopped].meaning} If you didn’t dispute it, write to us. ${keepFile}`
  if (stopped !== null) {
    return anchor
      ? 'You don’t need to do anything. What was sent to a blockchain can’t be undone.'
      : `You don’t need to do anything. ${stopTexts[stopped].meaning} You’re welcome to order again.`
  }
  if (progress.step === 'unpaid') return 'Pay at checkout. Nothing is recorded until you do.'
  if (anchor === null || !isRecorded(anchor)) return nothingToDo
  if (anchor.state === 'included')
    return `${keepBoth} Once the block is final, download it again to get the updated version.`
  const next = progress.anchors.find((other) => other.kind !== 'manual' && !isRecorded(other))
  if (anchor.kind === 'manual' && next !== undefined)
    return `${keepBoth} We also record it on ${chainOf(next)}, and then email you the complete evidence.`
  return keepBoth
}
