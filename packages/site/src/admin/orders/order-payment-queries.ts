import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import type { RefundRequest } from '@priormark/core/orders/payments/order-payment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../ui/toast-store.ts'
import { refundToast, targetKey, type RefundTarget } from './refund-targets.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'

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
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
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
