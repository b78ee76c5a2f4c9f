import { formatDollars } from '@priormark/core/money'
import type { Order, OrderStatus } from '@priormark/core/orders/order'
import type { StateMark } from '../ui/StateTag.tsx'

export const statusMark: Record<OrderStatus, StateMark> = {
  pending: { label: 'Pending', mark: '○', tone: 'calm' },
  paid: { label: 'Paid', mark: '◐', tone: 'open' },
  completed: { label: 'Completed', mark: '●', tone: 'good' },
}

type PaymentFacts = Pick<Order, 'paymentState' | 'paymentConfirmed' | 'refundedAmount'>

/** The payment state that the provider reported, or that an administrator confirmed it by hand. */
export function paymentMark({ paymentState, paymentConfirmed, refundedAmount }: PaymentFacts): StateMark {
  switch (paymentState) {
    case 'paid':
      return { label: 'Paid', mark: '✓', tone: 'good' }
    case 'processing':
      return { label: 'Processing', mark: '…', tone: 'open' }
    case 'partially_refunded':
      return { label: `Refunded ${formatDollars(refundedAmount)}`, mark: '↩', tone: 'alarm' }
    case 'refunded':
      return { label: 'Refunded', mark: '↩', tone: 'alarm' }
    case 'disputed':
      return { label: 'Disputed', mark: '⚑', tone: 'alarm' }
    case 'mismatch':
      return { label: 'Amount mismatch', mark: '≠', tone: 'alarm' }
    case 'canceled':
      return paymentConfirmed ? markedPaid : { label: 'Canceled', mark: '✕', tone: 'calm' }
    case 'unpaid':
      return paymentConfirmed ? markedPaid : { label: 'Unpaid', mark: '–', tone: 'calm' }
  }
}

const markedPaid: StateMark = { label: 'Marked as paid', mark: '✓', tone: 'good' }
