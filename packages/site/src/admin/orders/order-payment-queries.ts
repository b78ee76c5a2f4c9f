import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import type { RefundRequest, Refund, RefundReason } from '@priormark/core/orders/payments/order-payment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { formatDollars } from '@priormark/core/platform/money'

const paymentKey = (id: string) => ['orders', 'payment', id]

/** The refunds of an order, and what is left to refund. Read again at every visit. */
export function useOrderPayment(id: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: paymentKey(id),
    queryFn: ({ signal }) => api.orderPayments.read({ params: { id } }, { signal }),
    gcTime: 0,
  })
}

/** The refunds whose result is unknown, by targetKey. Each is continued under its id, or the money could be sent twice. */
const openRefunds = new Map<string, RefundRequest>()

/** Whether the server says that it did not store the refund. After any other failure it may have stored it. */
function isDeclinedByServer(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 409].includes(error.status)
}

/** Refunds an order. Everything about it is read again, also after a failure: a refund is stored before it is sent. */
export function useRefundOrder(id: string, target: RefundTarget) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const key = targetKey(id, target)
  const mutation = useMutation({
    mutationFn: (body: RefundRequest) => api.orderPayments.refund({ params: { id }, body }),
    onMutate: (body) => void openRefunds.set(key, body),
    // Not in the dialog, which may be closed by then.
    onSuccess: ({ refunds }, { id: refundId, amount }) => {
      openRefunds.delete(key)
      const refund = refunds.find((candidate) => candidate.id === refundId)
      toast(refundToast(target, refund, amount))
    },
    onError: (error) => {
      const isDeclined = isDeclinedByServer(error)
      if (isDeclined) openRefunds.delete(key)
      toastError(
        isDeclined ? 'Not refunded' : 'Refund not confirmed',
        messageOf(error, 'The server could not say whether the refund was sent'),
      )
    },
    // Not awaited, so that the dialog closes before the refunded payment leaves the screen.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  return { ...mutation, openRefund: () => openRefunds.get(key) }
}

/** The money that a refund returns: the order's own payment, a second one, or money that was returned outside of Stripe. */
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

/** Says how a refund ended. */
function refundToast(
  target: RefundTarget,
  refund: Refund | undefined,
  amount: number,
): Parameters<typeof toast>[0] {
  if (refund?.state === 'rejected')
    return {
      title: 'Not refunded',
      description: refund.failure ?? 'The refund failed',
      variant: 'destructive',
    }
  if (refund?.state !== 'sent')
    return {
      title: 'Refund queued',
      description: 'Stripe isn’t responding. It will be sent automatically.',
    }
  const result = target.kind === 'other-way' ? 'is recorded as refunded' : 'is on its way to the customer'
  return { title: refundTexts[target.kind].done, description: `${formatDollars(amount)} ${result}` }
}

/** Returns the fields of a request that name its target. */
export function targetFields(target: RefundTarget): Pick<RefundRequest, 'paymentId' | 'isMadeAnotherWay'> {
  if (target.kind === 'second') return { paymentId: target.paymentId }
  return target.kind === 'other-way' ? { isMadeAnotherWay: true } : {}
}

/** Returns a key that identifies a refund's target. */
export function targetKey(orderId: string, target: RefundTarget): string {
  return `${orderId} ${target.kind === 'second' ? target.paymentId : target.kind}`
}
