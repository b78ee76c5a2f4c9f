import { mailKindLabel } from '@priormark/core/platform/mail-kind'
import type { OrderEvent, OrderEventKind } from '@priormark/core/orders/order'
import { detailNames, orderDetails } from '@priormark/core/orders/order-details'
import { anchorKindLabel } from '../proofs/recording/index.ts'
import { refundReasonLabel } from './order-state-labels.ts'

export const eventLabel: Record<OrderEventKind, string> = {
  created: 'Order created',
  changed: 'Order changed',
  start_requested: 'Immediate start requested',
  payment_started: 'Payment started',
  payment_state: 'Payment state',
  payment_failed: 'Payment failed',
  marked_paid: 'Payment confirmed',
  refund_requested: 'Refund requested',
  refund_rejected: 'Refund failed',
  mail_queued: 'Email queued',
  mail_sent: 'Email sent',
  mail_marked_sent: 'Email marked as sent',
  mail_failed: 'Email failed',
  link_added: 'Blockchain link added',
  sealed: 'Added to a batch',
  anchor_submitted: 'Sent to the blockchain',
  anchor_included: 'In a block',
  anchor_final: 'Record final',
  anchor_replaced: 'Block replaced',
  anchor_stuck: 'Recording stuck',
  file_downloaded: 'File downloaded',
  file_removed: 'File removed',
  erased: 'Personal data erased',
  note: 'Note',
}

const actorNames: Readonly<Record<string, string>> = {
  customer: 'customer',
  payer: 'someone who paid with a link',
  stripe: 'Stripe',
  system: 'automatically',
}

/** Names the actor of an event. */
export function actorText(actor: string): string {
  return labelOf(actorNames, actor)
}

/** Returns the detail of an event in words; '' without one. */
export function detailText({ kind, detail }: Pick<OrderEvent, 'kind' | 'detail'>): string {
  if (detail === null) return ''
  switch (kind) {
    case 'changed':
      return detail.split(', ').map(fieldLabel).join(', ')
    case 'payment_started':
      return `Stripe’s ID: ${detail}`
    case 'refund_requested':
      return refundDetail(detail)
    case 'sealed':
      return `The batch’s code: ${detail}`
    case 'mail_queued':
    case 'mail_sent':
    case 'mail_marked_sent':
    case 'mail_failed':
      // The kind of the email: 'confirmation', or 'confirmation: given up. 550 no such user'.
      return detail.replace(/^[^:]+/, (mailKind) => labelOf(mailKindLabel, mailKind))
    case 'anchor_submitted':
    case 'anchor_included':
    case 'anchor_final':
    case 'anchor_replaced':
      return labelOf(anchorKindLabel, detail)
    default:
      return detail
  }
}

function labelOf(labels: Readonly<Record<string, string>>, key: string): string {
  return labels[key] ?? key
}

function fieldLabel(field: string): string {
  const name = detailNames.find((candidate) => candidate === field)
  return name === undefined ? field : orderDetails[name].label.toLowerCase()
}

/** @param detail such as '$2.00, requested by customer', as the server stores it */
function refundDetail(detail: string): string {
  const [amount = '', reason = ''] = detail.split(', ')
  const label = Object.entries(refundReasonLabel).find(([key]) => key.replaceAll('_', ' ') === reason)?.[1]
  return label === undefined ? detail : `${amount}. Reason: ${label.toLowerCase()}.`
}
