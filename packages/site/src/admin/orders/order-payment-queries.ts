import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import type { RefundRequest, Refund } from '@priormark/core/orders/payments/order-payment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { formatDollars } from '@priormark/core/platform/money'

/** The refunds of an order, and what is left to refund. Read again at every visit. */
export function useOrderPayment(id: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['orders', 'payment', id],
    queryFn: ({ signal }) => api.orderPayments.read({ params: { id } }, { signal }),
    gcTime: 0,
  })
}

/** The money that a refund returns: a second payment, money that was returned outside of Stripe, or else the order's own payment. */
export type RefundTarget = Pick<RefundRequest, 'paymentId' | 'isMadeAnotherWay'>

/** The refunds whose result is unknown, by order and target. Each is continued under its id, or the money could be sent twice. */
const openRefunds = new Map<string, RefundRequest>()

/**
 * Refunds an order. Everything about it is read again, also after a failure: a refund is stored before it is sent.
 * @param key identifies the order and the target of the refund
 */
export function useRefundOrder(id: string, key: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (body: RefundRequest) => api.orderPayments.refund({ params: { id }, body }),
    onMutate: (body) => void openRefunds.set(key, body),
    // Not in the dialog, which may be closed by then.
    onSuccess: ({ refunds }, request) => {
      openRefunds.delete(key)
      toastResult(
        request,
        refunds.find((refund) => refund.id === request.id),
      )
    },
    onError: (error) => {
      // After any other failure, the server may have stored the refund.
      const isDeclined = error instanceof ApiError && [400, 401, 409].includes(error.status)
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

/** Says how a refund ended. */
function toastResult({ amount, isMadeAnotherWay }: RefundRequest, refund: Refund | undefined): void {
  if (refund?.state === 'rejected') toastError('Not refunded', refund.failure ?? 'The refund failed')
  else if (refund?.state !== 'sent')
    toast({ title: 'Refund queued', description: 'Stripe isn’t responding. It will be sent automatically.' })
  else if (isMadeAnotherWay)
    toast({ title: 'Refund recorded', description: `${formatDollars(amount)} is recorded as refunded` })
  else toast({ title: 'Refunded', description: `${formatDollars(amount)} is on its way to the customer` })
}
