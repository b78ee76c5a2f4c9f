import { formatMoment, formatSecond } from '@priormark/core/dates'
import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'
import { blockOf, chainOf, isRecorded, latestOf, leading, reached } from './order-labels.ts'

/** A step of an order's way, in words. */
export interface TimelineStep {
  title: string
  text: string
  state: 'done' | 'now' | 'ahead'
}

/** The steps of an order's way, each done, under way or ahead. */
export function timelineOf(progress: OrderProgress): TimelineStep[] {
  const anchor = leading(progress)
  const isPaid = progress.step !== 'unpaid'
  const paid: TimelineStep = {
    title: 'Paid',
    text: progress.paidAt
      ? formatMoment(progress.paidAt)
      : 'Nothing is recorded before the payment has arrived.',
    state: isPaid ? 'done' : 'now',
  }
  const later = anchor?.kind === 'manual' ? [declaredStep(anchor)] : chainSteps(anchor)
  // Of a payment that went back nothing is under way but what a chain has already.
  const rests = progress.isRefunded && anchor === null
  return [paid, ...later.map((step) => (isPaid && !rests ? step : { ...step, state: 'ahead' as const }))]
}

function declaredStep(anchor: ProgressAnchor): TimelineStep {
  if (!isRecorded(anchor)) {
    return {
      title: 'Recorded by hand',
      text: 'A person adds your work to the blockchain within 24-48 hours of payment.',
      state: 'now',
    }
  }
  return {
    title: 'Declared by us',
    text: 'We added your work by hand and say that it stands at the link below. Open it and compare.',
    state: 'done',
  }
}

function chainSteps(anchor: ProgressAnchor | null): TimelineStep[] {
  const words = [
    { title: 'Submitted', text: submittedText(anchor) },
    { title: blockTitle(anchor), text: blockText(anchor) },
    { title: 'Final', text: finalText(anchor) },
  ]
  const done = anchor === null ? 0 : reached(anchor)
  return words.map((step, index) => ({
    ...step,
    state: index < done ? 'done' : index === done ? 'now' : 'ahead',
  }))
}

function submittedText(anchor: ProgressAnchor | null): string {
  if (anchor === null)
    return 'Your fingerprint waits for the next batch: many works are recorded together, under one root. By hand it takes 24-48 hours, by itself minutes.'
  if (anchor.state === 'queued')
    return `Sealed under one root with other works, and next in line for ${chainOf(anchor)}.`
  return `The root that your fingerprint stands under was handed to ${chainOf(anchor)}.`
}

function blockTitle(anchor: ProgressAnchor | null): string {
  if (anchor === null || anchor.blockNumber === null || !isRecorded(anchor)) return 'In a block'
  return `In block ${anchor.blockNumber.toLocaleString('en-US')}`
}

function blockText(anchor: ProgressAnchor | null): string {
  if (anchor === null || !isRecorded(anchor))
    return 'A block takes it in. From its time on, your file is known to have existed.'
  if (anchor.blockTime === null) return `${chainOf(anchor)} has taken it in.`
  return `Your file existed no later than ${noLater(anchor, anchor.blockTime)}.${marginOf(anchor)}`
}

const trial = 'This chain lives on one machine: it is a trial, and proves nothing to others.'

function finalText(anchor: ProgressAnchor | null): string {
  if (anchor?.isTrial) return trial
  if (anchor?.state === 'final')
    return 'The chain counts the block as final. Nobody can take the record back, and neither can we.'
  if (anchor?.state === 'included')
    return 'Very rarely a young block is replaced. Should that happen, the same root is recorded again.'
  return 'The block is old enough that nobody can take the record back.'
}

/** Where an anchor stands, in a sentence. */
export function anchorText(anchor: ProgressAnchor): string {
  if (anchor.kind === 'manual')
    return isRecorded(anchor)
      ? 'Declared by us: we say that the record stands at this link.'
      : 'A person adds it by hand within 24-48 hours of payment.'
  switch (anchor.state) {
    case 'queued':
      return 'Next in line.'
    case 'submitted':
      return anchor.kind === 'opentimestamps'
        ? 'Handed to public calendars, which put it into a block of Bitcoin within some hours.'
        : 'Handed to the chain, and waiting for a block.'
    case 'included':
      return `In ${blockOf(anchor)}, not final yet.${timeOf(anchor)}`
    case 'final':
      return `In ${blockOf(anchor)}, final.${timeOf(anchor)}`
  }
}

function timeOf(anchor: ProgressAnchor): string {
  if (anchor.blockTime === null) return ''
  return ` Existed no later than ${noLater(anchor, anchor.blockTime)}.${marginOf(anchor)}`
}

/** As exact as the chain is. */
function noLater(anchor: ProgressAnchor, blockTime: string): string {
  if (anchor.kind === 'opentimestamps') return formatMoment(latestOf(anchor, blockTime))
  return `${formatSecond(blockTime)}, the time of this block`
}

function marginOf({ kind, isTrial }: ProgressAnchor): string {
  if (isTrial) return ` ${trial}`
  return kind === 'opentimestamps'
    ? ' That allows for the two hours by which Bitcoin’s clocks may be out.'
    : ''
}

/** What an anchor is called: its chain, or what it is instead of one. */
export function anchorName(anchor: ProgressAnchor): string {
  if (anchor.kind === 'manual') return 'A link by hand'
  if (anchor.kind === 'opentimestamps') return 'Bitcoin, by OpenTimestamps'
  return anchor.chain === null ? 'Blockchain' : anchor.chain.replace(/^[a-z]/, (first) => first.toUpperCase())
}
