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

/** The refunds, by what they return, whose result is unknown. Each is continued under its id, or the money could go out twice. */
const openRefunds = new Map<string, RefundRequest>()

/** Whether the server says that it did not store the refund. After any other failure it may have. */
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
    // Here, not where it is called: by then its dialog may be gone.
    onSuccess: ({ refunds }, { id: refundId, amount }) => {
      openRefunds.delete(key)
      const made = refunds.find((one) => one.id === refundId)
      toast(refundToast(target, made, amount))
    },
    onError: (error) => {
      const isDeclined = isDeclinedByServer(error)
      if (isDeclined) openRefunds.delete(key)
      toastError(
        isDeclined ? 'Not refunded' : 'Refund not confirmed',
        messageOf(error, 'The server could not say whether the refund was sent'),
      )
    },
    // Not awaited, so that the dialog closes before what it refunds leaves the screen.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  return { ...mutation, openRefund: () => openRefunds.get(key) }
}

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
function refundToast(
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

/** Names what a refund returns. */
export function targetKey(orderId: string, target: RefundTarget): string {
  return `${orderId} ${target.kind === 'second' ? target.paymentId : target.kind}`
}
