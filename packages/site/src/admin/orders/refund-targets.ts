import type { toast } from '../../ui/toast-store.ts'
import { formatDollars } from '@priormark/core/platform/money'
import type { Refund, RefundReason, RefundRequest } from '@priormark/core/orders/payments/order-payment'

/** What a refund returns: the order's own payment, a second one, or money that came another way than by Stripe. */
export type RefundTarget = { kind: 'own' } | { kind: 'second'; paymentId: string } | { kind: 'other-way' }

interface RefundTexts {
  title: string
  /** The verb of the button, before the amount. */
  verb: string
  done: string
  defaultReason: RefundReason
}

export const refundTexts: Record<RefundTarget['kind'], RefundTexts> = {
  own: {
    title: 'Refund this order?',
    verb: 'Refund',
    done: 'Refunded',
    defaultReason: 'requested_by_customer',
  },
  second: {
    title: 'Refund the second payment?',
    verb: 'Refund',
    done: 'Refunded',
    defaultReason: 'duplicate',
  },
  'other-way': {
    title: 'Record a refund made another way?',
    verb: 'Record',
    done: 'Refund recorded',
    defaultReason: 'requested_by_customer',
  },
}

/** Says how a refund ended. @param made as the server has it */
export function refundToast(
  target: RefundTarget,
  made: Refund | undefined,
  amount: number,
): Parameters<typeof toast>[0] {
  if (made?.state === 'rejected')
    return { title: 'Not refunded', description: made.failure ?? 'The refund failed', variant: 'destructive' }
  if (made?.state !== 'sent')
    return {
      title: 'Refund queued',
      description: 'Stripe isn’t responding. It will be sent automatically.',
    }
  const where = target.kind === 'other-way' ? 'is recorded as refunded' : 'is on its way to the customer'
  return { title: refundTexts[target.kind].done, description: `${formatDollars(amount)} ${where}` }
}

/** Returns what a request says about its target. */
export function targetFields(target: RefundTarget): Pick<RefundRequest, 'paymentId' | 'isOtherWay'> {
  if (target.kind === 'second') return { paymentId: target.paymentId }
  return target.kind === 'other-way' ? { isOtherWay: true } : {}
}

/** Returns a key for what is refunded of an order. */
export function targetKey(orderId: string, target: RefundTarget): string {
  return `${orderId} ${target.kind === 'second' ? target.paymentId : target.kind}`
}
