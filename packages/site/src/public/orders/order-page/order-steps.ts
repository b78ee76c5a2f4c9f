import { formatSecond } from '@priormark/core/platform/dates'
import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'
import { stoppedText } from '@priormark/core/orders/stop-texts'
import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import {
  otherRefundArrivalText,
  refundArrivalMs,
  refundArrivalText,
} from '@priormark/core/settings/policy/rule-texts'
import type { ServicePolicy } from '@priormark/core/settings/policy/service-policy'
import {
  chainOf,
  furthestAnchor,
  isManual,
  isRecorded,
  processingText,
  progressOf,
  shownTime,
  stageOf,
} from './order-labels.ts'

/** A step of an order. */
export interface TimelineStep {
  title: string
  /** What happens in this step; null if it is not in progress, or if the page says it above. */
  text: string | null
  /** When it was done, ISO 8601; null if it is not, or unknown. */
  doneAt: string | null
  state: 'done' | 'now' | 'ahead'
}

/** Returns the steps of an order with their states; none for an order that is stopped or canceled. */
export function timelineOf(order: OrderProgress, policy: Pick<ServicePolicy, 'kinds'>): TimelineStep[] {
  if (order.stopped !== null || order.step === 'canceled') return []
  const anchor = furthestAnchor(order)
  const steps = [
    { title: 'Paid', text: null, doneAt: order.paidAt },
    ...(isManual(order, policy) ? [manualStep] : chainSteps),
  ]
  const doneCount = order.paidAt === null ? 0 : 1 + countStepsAfterPayment(anchor)
  return steps.map(({ title, text, doneAt = null }, index) => ({
    title,
    text: index === doneCount ? text : null,
    doneAt: index < doneCount ? doneAt : null,
    state: index < doneCount ? 'done' : index === doneCount ? 'now' : 'ahead',
  }))
}

interface Step {
  title: string
  text: string
  doneAt?: string | null
}

const manualStep: Step = { title: 'Recorded manually', text: 'We do this ourselves.' }

const chainSteps: readonly Step[] = [
  { title: 'Submitted', text: 'Works are recorded together, in batches.' },
  { title: 'In a block', text: 'The time of that block will be your date.' },
  { title: 'Final', text: 'In rare cases, a block is replaced. Then we record it again.' },
]

function countStepsAfterPayment(anchor: ProgressAnchor | null): number {
  if (anchor === null) return 0
  return anchor.kind === 'manual' ? Number(isRecorded(anchor)) : progressOf(anchor)
}

/** The anchors that the page lists, once one of them is recorded. After a refund or during a dispute, only those that are recorded. */
export function shownAnchors({ anchors, stopped }: OrderProgress): ProgressAnchor[] {
  const recordedAnchors = anchors.filter(isRecorded)
  return recordedAnchors.length > 0 && stopped === null ? anchors : recordedAnchors
}

/** Describes the progress of an anchor of an order. What the page says above is not repeated. */
export function anchorText(anchor: ProgressAnchor, order: OrderProgress): string {
  if (anchor.kind === 'manual')
    return isRecorded(anchor) ? 'Recorded by us, at this link.' : 'Not recorded yet.'
  switch (anchor.state) {
    case 'queued':
      return 'Next in line.'
    case 'submitted':
      return anchor.kind === 'opentimestamps'
        ? 'Sent to public calendars. A Bitcoin block follows within hours.'
        : 'Waiting for a block.'
    case 'included':
      return `Not final yet.${timeText(anchor, order)}`
    case 'final':
      return `Final.${timeText(anchor, order)}`
  }
}

/** States the time that an anchor proves, unless the page shows it already, and its block's own time if that differs. */
function timeText({ blockTime, noLaterThan }: ProgressAnchor, order: OrderProgress): string {
  if (blockTime === null || noLaterThan === null) return ''
  const isShownDate = shownTime(order)?.noLaterThan === noLaterThan
  const boundText = isShownDate ? '' : ` No later than ${formatSecond(noLaterThan)}.`
  return noLaterThan === blockTime
    ? boundText
    : `${boundText} By its block’s own clock: ${formatSecond(blockTime)}.`
}

/** Returns the display name of an anchor. */
export function anchorName({ kind, chain }: ProgressAnchor): string {
  if (kind === 'manual') return 'Link added by us'
  if (kind === 'opentimestamps') return 'Bitcoin (OpenTimestamps)'
  return chain === null ? 'Blockchain' : chain.replace(/^[a-z]/, (first) => first.toUpperCase())
}

/** Returns the name of the link to an anchor's record: what it shows, and where. */
export function linkName({ kind }: ProgressAnchor, link: string): string {
  return `${kind === 'manual' ? 'Open the page' : 'See the record'} on ${new URL(link).hostname}`
}

/** Returns what the customer of an order can do now. */
export function adviceOf(order: OrderProgress): string {
  const stage = stageOf(order)
  const anchor = furthestAnchor(order)
  const recordState = anchor === null ? 'none' : isRecorded(anchor) ? 'recorded' : 'begun'
  switch (stage) {
    case 'unpaid':
      return 'Your work is recorded after you pay.'
    case 'processing':
      return processingText
    case 'canceled':
      return 'You weren’t charged. You can still pay, and your work is recorded after that.'
    case 'waiting':
    case 'sent':
      return 'You’re done. We’ll email you once your work is recorded. Keep the file exactly as it is.'
    case 'in-block':
      return `${keepText} Once the block is final, download the evidence again.`
    case 'disputed':
      return `${stoppedText(stage, recordState)} If you didn’t dispute the payment, write to us.`
    case 'refunded':
    case 'dispute_lost':
      return stoppedText(stage, recordState) + (anchor === null ? ' You’re welcome to order again.' : '')
    case 'final': {
      const nextAnchor = order.anchors.find((other) => other.kind !== 'manual' && !isRecorded(other))
      return anchor?.kind === 'manual' && nextAnchor !== undefined
        ? `${keepText} We also record it on ${chainOf(nextAnchor)}, and then email you the complete evidence.`
        : keepText
    }
  }
}

/** Says when refunded money arrives; null once all of it should have arrived. */
export function arrivalText(refunds: OrderProgress['refunds'], now = new Date()): string | null {
  const pendingRefunds = refunds.filter(({ day }) => now.getTime() - Date.parse(day) < refundArrivalMs)
  if (pendingRefunds.length === 0) return null
  return pendingRefunds.every(({ isMadeAnotherWay }) => isMadeAnotherWay)
    ? otherRefundArrivalText
    : refundArrivalText
}
