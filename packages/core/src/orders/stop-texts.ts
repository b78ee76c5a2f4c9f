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
