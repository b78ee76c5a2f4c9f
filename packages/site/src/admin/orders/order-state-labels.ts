import { formatDollars } from '@priormark/core/money'
import type { Order, OrderStatus } from '@priormark/core/orders/order'
import type { StateMark } from '../ui/StateTag.tsx'

export const statusMark: Record<OrderStatus, StateMark> = {
  pending: { label: 'Pending', mark: '○', tone: 'neutral' },
  paid: { label: 'Paid', mark: '◐', tone: 'warning' },
  completed: { label: 'Completed', mark: '●', tone: 'success' },
}

type PaymentFacts = Pick<Order, 'paymentState' | 'paymentConfirmed' | 'refundedAmount'>

/** The payment state that the provider reported, or that an administrator confirmed it manually. */
export function paymentMark({ paymentState, paymentConfirmed, refundedAmount }: PaymentFacts): StateMark {
  switch (paymentState) {
    case 'paid':
      return { label: 'Paid', mark: '✓', tone: 'success' }
    case 'processing':
      return { label: 'Processing', mark: '…', tone: 'warning' }
    case 'partially_refunded':
      return { label: `Refunded ${formatDollars(refundedAmount)}`, mark: '↩', tone: 'error' }
    case 'refunded':
      return { label: 'Refunded', mark: '↩', tone: 'error' }
    case 'disputed':
      return { label: 'Disputed', mark: '⚑', tone: 'error' }
    case 'mismatch':
      return { label: 'Amount mismatch', mark: '≠', tone: 'error' }
    case 'canceled':
      return paymentConfirmed ? markedPaid : { label: 'Canceled', mark: '✕', tone: 'neutral' }
    case 'unpaid':
      return paymentConfirmed ? markedPaid : { label: 'Unpaid', mark: '–', tone: 'neutral' }
  }
}

const markedPaid: StateMark = { label: 'Marked as paid', mark: '✓', tone: 'success' }
