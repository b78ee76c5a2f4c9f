import { formatCents } from '@priormark/core/platform/money'
import { stopReason } from '@priormark/core/orders/order-rules'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { stoppedText, type RecordState } from '@priormark/core/orders/stop-texts'
import { startRequestText } from '@priormark/core/settings/policy/start-request'
import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import { durationText } from '@priormark/core/settings/policy/recording-texts'
import { fileRetentionText, refundText } from '@priormark/core/settings/policy/rule-texts'
import {
  recordedBy,
  recordingStartsAt,
  type RecordingStart,
  type ServicePolicy,
} from '@priormark/core/settings/policy/service-policy'
import { termsPath } from '@priormark/core/orders/accepted-terms'
import type { Shop } from '@priormark/core/settings/groups'
import { recordingStartOf, type Order } from '../../order-book/order-entity.ts'
import type { MailFact } from '../../platform/mail/mail-content.ts'
import type { MailExtras } from './compose-mail.ts'
import { dateText, workFacts, type MailBody } from './mail-body.ts'

type ConfirmedOrder = Pick<MailExtras, 'policy' | 'startedAt' | 'recordState' | 'receipt'> & { at: Date }

/**
 * Writes the email for a payment that has arrived. If it is sent again later, it says how the order ended.
 * @param extras `at`: when the email was queued; it describes the order at that time
 */
export function confirmationMail(
  order: Order,
  shop: Shop,
  { policy, startedAt, recordState, receipt, at }: ConfirmedOrder,
): MailBody {
  const start = recordingStartOf(order, startedAt)
  const stopped = stopReason(order)
  const outcome = outcomeText(order, recordState)
  const timing = outcome ?? timingText(order, policy, start, at)
  const { startRequestedAt } = order
  return {
    preview: outcome ?? `Your payment has arrived. ${timing}`,
    mark: null,
    tone: stopped === null ? 'ink' : stopped === 'disputed' ? 'amber' : 'grey',
    values: { timing: outcome ?? `${timing} Then we email you the verification link.` },
    links: [{ label: 'Follow your order', url: `${shop.publicUrl}${orderPagePath(order.accessKey)}` }],
    facts: [
      ...workFacts(order),
      {
        label: 'Paid',
        value: `${formatCents(order.amountCents)}${receipt === null ? '' : ', receipt attached'}`,
      },
      ...refundFacts(order),
      { label: 'Terms', value: `${shop.publicUrl}${termsPath(order.terms?.id ?? null)}` },
    ],
    fingerprint: order.fileSha256,
    sections:
      stopped !== null
        ? []
        : [
            {
              heading: startRequestedAt == null ? 'Your right to cancel' : 'Your request to start right away',
              paragraphs: [
                ...(startRequestedAt == null ? [] : [requestText(order, startRequestedAt)]),
                ...(outcome === null && isWaiting(start) ? [startSoonerText] : []),
                `${refundText} To cancel, write to ${shop.supportEmail}.`,
              ],
            },
            {
              heading: 'What to keep',
              paragraphs: [
                `${keepText} ${fileRetentionText(policy)}`,
                'Keep the link to your order private.',
                'A record proves when a file existed, not who made it. It does not replace formal copyright registration.',
              ],
            },
          ],
  }
}

function refundFacts({ refundedCents }: Order): MailFact[] {
  return refundedCents === 0 ? [] : [{ label: 'Refunded', value: formatCents(refundedCents) }]
}

/** Says how the order ended; null while its record is still to come. */
function outcomeText(order: Order, recordState: RecordState): string | null {
  if (order.status === 'completed')
    return 'Your work is recorded. Your order page has the verification link and the evidence.'
  const stopped = stopReason(order)
  if (stopped === null) return null
  const meaning = stoppedText(stopped, recordState)
  return stopped === 'refunded' ? `Your payment was refunded. ${meaning}` : meaning
}

function isWaiting({ startRequestedAt, startedAt }: RecordingStart): boolean {
  return startRequestedAt === null && startedAt === null
}

/** Says what happens to this order, and by when. */
function timingText(order: Order, policy: ServicePolicy, start: RecordingStart, at: Date): string {
  const deadline = dateText(order, recordedBy(start))
  if (recordedBy(start) < at)
    return `We’re sorry, this is late: we promised to record your work by ${deadline}.`
  if (isWaiting(start)) {
    return `We start on ${dateText(order, recordingStartsAt(start))}, when your cancellation period ends, and record your work by ${deadline}.`
  }
  // The usual duration counts from the payment, so it does not apply to an order that starts later.
  if (start.startRequestedAt !== null && start.startRequestedAt > start.paidAt)
    return `We record your work by ${deadline}.`
  return `We record your work ${durationText(policy)}: by ${deadline}.`
}

/** Repeats the customer's request for an immediate start, with its time and wording, as the law requires. */
function requestText(order: Order, requestedAt: Date): string {
  return `On ${dateText(order, requestedAt, { withYear: true })} you agreed: “${startRequestText}”`
}

const startSoonerText = 'To have your work recorded sooner, choose “Start right away” on your order page.'
