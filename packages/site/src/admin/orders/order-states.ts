import { formatDollars } from '@priormark/core/money'
import type { Order, OrderStatus } from '@priormark/core/orders/order'

/** How a state looks: a word and a mark, so that colour alone never tells it (BRAND.md). */
export interface StateMark {
  word: string
  mark: string
  tone: 'calm' | 'good' | 'open' | 'alarm'
}

export const statusMark: Record<OrderStatus, StateMark> = {
  pending: { word: 'Pending', mark: '○', tone: 'calm' },
  paid: { word: 'Paid', mark: '◐', tone: 'open' },
  completed: { word: 'Completed', mark: '●', tone: 'good' },
}

type PaymentFacts = Pick<Order, 'paymentState' | 'paymentConfirmed' | 'refundedAmount'>

/** What the provider says of the money; a payment confirmed by hand says so. */
export function paymentMark({ paymentState, paymentConfirmed, refundedAmount }: PaymentFacts): StateMark {
  switch (paymentState) {
    case 'paid':
      return { word: 'Paid', mark: '✓', tone: 'good' }
    case 'processing':
      return { word: 'Processing', mark: '…', tone: 'open' }
    case 'partially_refunded':
      return { word: `Refunded ${formatDollars(refundedAmount)}`, mark: '↩', tone: 'alarm' }
    case 'refunded':
      return { word: 'Refunded', mark: '↩', tone: 'alarm' }
    case 'disputed':
      return { word: 'Disputed', mark: '⚑', tone: 'alarm' }
    case 'mismatch':
      return { word: 'Amount mismatch', mark: '≠', tone: 'alarm' }
    case 'canceled':
      return paymentConfirmed ? markedPaid : { word: 'Canceled', mark: '✕', tone: 'calm' }
    case 'unpaid':
      return paymentConfirmed ? markedPaid : { word: 'Unpaid', mark: '–', tone: 'calm' }
  }
}

const markedPaid: StateMark = { word: 'Marked as paid', mark: '✓', tone: 'good' }
