import { formatCents } from '@priormark/core/platform/money'
import { stopReason } from '@priormark/core/orders/order-rules'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { stoppedText, type RecordState } from '@priormark/core/orders/stop-texts'
import {
  otherRefundArrivalText,
  refundArrivalMs,
  refundArrivalText,
} from '@priormark/core/settings/policy/rule-texts'
import type { Shop } from '@priormark/core/settings/groups'
import type { Order } from '../../order-book/order-entity.ts'
import { Refund } from '../../order-book/refund-entity.ts'
import { ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { readRecordState } from '../../proofs/leaves/proof-service.ts'
import type { Em } from '../../platform/database/database.ts'
import { dateText, workFacts, type MailBody } from './mail-body.ts'

/** What an email says about a refund. */
export interface MailRefund {
  amountCents: number
  refundedAt: Date
  recordState: RecordState
  /** Whether the shop returned the money without Stripe, the way the customer had paid. */
  isMadeAnotherWay: boolean
}

export async function readMailRefund(em: Em, order: Order, id: string): Promise<MailRefund> {
  const { amountCents, refundedAt, requestedAt, paymentId } = await em.findOneOrFail(Refund, id)
  const recordState = await readRecordState(em, await em.findOne(ProofLeaf, { order }))
  return {
    amountCents,
    refundedAt: refundedAt ?? requestedAt,
    recordState,
    isMadeAnotherWay: paymentId == null,
  }
}

/**
 * Writes the email about money that was refunded: how much, what it means for the record, and when it arrives.
 * @param at when the email was queued, which may be months after the refund
 */
export function refundMail(order: Order, { publicUrl }: Shop, refund: MailRefund, at: Date): MailBody {
  const amount = formatCents(refund.amountCents)
  const isUnderWay = at.getTime() - refund.refundedAt.getTime() < refundArrivalMs
  const arrival = refund.isMadeAnotherWay ? otherRefundArrivalText : refundArrivalText
  const hasOtherRefunds = order.refundedCents > refund.amountCents
  return {
    values: { amount, meaning: meaningText(order, refund) },
    preview: isUnderWay ? arrival : `We refunded ${amount}.`,
    mark: null,
    tone: 'grey',
    links: [{ label: 'Open your order page', url: publicUrl + orderPagePath(order.accessKey) }],
    facts: [
      { label: 'Refunded', value: amount },
      ...(hasOtherRefunds ? [{ label: 'In total', value: formatCents(order.refundedCents) }] : []),
      { label: 'Paid', value: formatCents(order.amountCents) },
      { label: 'Date', value: dateText(order, refund.refundedAt, { withYear: true }) },
      ...workFacts(order),
    ],
    fingerprint: order.fileSha256,
    sections: isUnderWay ? [{ heading: 'When the money arrives', paragraphs: [arrival] }] : [],
  }
}

/** Writes the email that corrects the one about a refund, because the bank could not accept the money. */
export function refundFailedMail(order: Order, { publicUrl }: Shop, refund: MailRefund): MailBody {
  const amount = formatCents(refund.amountCents)
  return {
    values: { amount },
    preview: 'Your bank returned the money to us.',
    mark: null,
    tone: 'amber',
    links: [{ label: 'Open your order page', url: publicUrl + orderPagePath(order.accessKey) }],
    facts: [
      { label: 'Not refunded', value: amount },
      { label: 'Tried on', value: dateText(order, refund.refundedAt, { withYear: true }) },
      ...workFacts(order),
    ],
    fingerprint: order.fileSha256,
    sections: [],
  }
}

/** Says what a refund means for the record in its current state. */
function meaningText(order: Order, { recordState }: MailRefund): string {
  if (order.status === 'completed') return stoppedText('refunded', 'recorded')
  const stopped = stopReason(order)
  if (stopped !== null) return stoppedText(stopped, recordState)
  if (!order.paymentConfirmed) return 'This order isn’t paid, so your work won’t be recorded.'
  return 'Nothing else changes: we record your work as promised.'
}
