import { latestMoment } from '@priormark/core/anchors/block-moment'
import { formatMoment, formatSecond } from '@priormark/core/dates'
import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'

/** A step of an order's way, in words. */
export interface TimelineStep {
  title: string
  text: string
  state: 'done' | 'now' | 'ahead'
}

/** Where an order stands: in a few words, and what its customer can do now. */
export interface Standing {
  headline: string
  advice: string
}

const reached = ({ state }: ProgressAnchor) => ['queued', 'submitted', 'included', 'final'].indexOf(state)

/** Whether an anchor is in a block, or is a link that was declared. */
function isRecorded({ state }: Pick<ProgressAnchor, 'state'>): boolean {
  return state === 'included' || state === 'final'
}

/** What the blocks show of an order's time. */
export interface ShownTime {
  /** The file existed no later than this, as ISO 8601. */
  noLaterThan: string
  /** No block but one on a chain of one machine shows it. */
  isTrial: boolean
}

/** The earliest time that a block shows; that of a trial only where nothing else does. Null without a block. */
export function shownTime({ anchors }: OrderProgress): ShownTime | null {
  const times = anchors.flatMap((anchor) =>
    isRecorded(anchor) && anchor.blockTime !== null
      ? [{ noLaterThan: latestOf(anchor, anchor.blockTime), isTrial: anchor.isTrial }]
      : [],
  )
  const [first] = times.toSorted(
    (a, b) => Number(a.isTrial) - Number(b.isTrial) || (a.noLaterThan < b.noLaterThan ? -1 : 1),
  )
  return first ?? null
}

/** The moment that the block of an anchor cannot be past. */
function latestOf({ kind }: ProgressAnchor, blockTime: string): string {
  return latestMoment(kind, new Date(blockTime)).toISOString()
}

/** How an order's protection is tagged; a record on a chain of one machine is a test. Nothing while it is under way. */
export function tagOf({ anchors, step }: OrderProgress): 'verified' | 'test' | 'at-risk' | null {
  const recorded = anchors.filter(isRecorded)
  if (recorded.length > 0) return recorded.every(({ isTrial }) => isTrial) ? 'test' : 'verified'
  return step === 'unpaid' ? 'at-risk' : null
}

/** Whether the page can still change by itself: a payment may come, a chain may go on. */
export function isOpen({ step, anchors, isRefunded }: OrderProgress): boolean {
  if (anchors.some(({ state }) => state !== 'final')) return true
  return !isRefunded && (step === 'unpaid' || step === 'waiting')
}

/** The anchor that the page follows: the furthest on a chain; only without any a link that is declared. */
function leading({ anchors }: OrderProgress): ProgressAnchor | null {
  const onChains = anchors.filter(({ kind }) => kind !== 'manual')
  const candidates = onChains.length > 0 ? onChains : anchors
  const [first] = candidates.toSorted((a, b) => reached(b) - reached(a))
  return first ?? null
}

const chainOf = ({ chain }: ProgressAnchor) => chain ?? 'the blockchain'

/** 'block 21,043,112 of Ethereum', as far as it is known. */
export function blockOf(anchor: ProgressAnchor): string {
  const number =
    anchor.blockNumber === null ? 'a block' : `block ${anchor.blockNumber.toLocaleString('en-US')}`
  return `${number} of ${chainOf(anchor)}`
}

const keepBoth =
  'Download the evidence and keep it together with the file, both unchanged. With the two of them anyone can check the proof, without us.'
const keepFile = 'Keep the file exactly as it is: the fingerprint belongs to these bytes and no others.'
const followsByItself = `Nothing. This page follows by itself, and an email comes once your work is recorded. ${keepFile}`

/** Where an order stands, in a few words, and what its customer can do now. */
export function standingOf(progress: OrderProgress): Standing {
  const anchor = leading(progress)
  const headline = headlineOf(progress, anchor)
  if (progress.isRefunded) {
    const advice = anchor
      ? 'Nothing. What is on its way to a blockchain, or stands there already, cannot be called back.'
      : 'Nothing. Nothing will be recorded for this order. You are welcome to order again.'
    return { headline, advice }
  }
  if (progress.step === 'unpaid')
    return { headline, advice: 'Pay for it at the checkout. Nothing is recorded before that.' }
  if (anchor === null || !isRecorded(anchor)) return { headline, advice: followsByItself }
  if (anchor.state === 'included')
    return {
      headline,
      advice: `${keepBoth} Once the block is final, download it once more: it then says so.`,
    }
  return { headline, advice: keepBoth }
}

function headlineOf({ isRefunded, step }: OrderProgress, anchor: ProgressAnchor | null): string {
  if (isRefunded) return 'Your payment went back'
  if (step === 'unpaid') return 'Not paid yet'
  if (anchor === null) return 'Paid, and waiting for the next batch'
  if (anchor.kind === 'manual')
    return isRecorded(anchor) ? 'Recorded at a link that we declare' : 'Paid, and to be recorded by hand'
  switch (anchor.state) {
    case 'queued':
      return `Sealed, and on its way to ${chainOf(anchor)}`
    case 'submitted':
      return `Submitted to ${chainOf(anchor)}`
    case 'included':
      return `In ${blockOf(anchor)}`
    case 'final':
      return `Final in ${blockOf(anchor)}`
  }
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
