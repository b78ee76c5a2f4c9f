import type { StopReason } from './order.ts'

/** What customers read about an order that is not recorded, on its page and in emails. In its own file, to keep the order page's script small. */
export const stopTexts: Record<StopReason, { headline: string; meaning: string }> = {
  refunded: { headline: 'Refunded', meaning: 'Your work won’t be recorded.' },
  disputed: {
    headline: 'Payment disputed',
    meaning: 'We don’t record your work while your bank reviews the payment.',
  },
  dispute_lost: {
    headline: 'Payment returned by your bank',
    meaning: 'Your bank returned the payment to you, so your work won’t be recorded.',
  },
}

/** How far the record of an order is. 'begun': its fingerprint is in a batch for a chain, which cannot be undone. */
export type RecordState = 'none' | 'begun' | 'recorded'

/** Says what becomes of the work of an order that is stopped. */
export function stoppedText(reason: StopReason, record: RecordState): string {
  switch (record) {
    case 'none':
      return stopTexts[reason].meaning
    case 'begun':
      return 'Your work may still be recorded: its fingerprint was already combined with others, which can’t be undone.'
    case 'recorded':
      return 'The record of your work stays, and so does your evidence.'
  }
}
