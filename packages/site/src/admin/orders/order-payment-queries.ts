import { ApiError } from '@priormark/core/http/api-error'
import type { RefundRequest } from '@priormark/core/payments/order-payment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../session/admin-context.tsx'

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

/** The refunds, by order, whose result is unknown. Each is continued under its id, or the money could go out twice. */
const openRefunds = new Map<string, RefundRequest>()

/** Whether the server says that it did not store the refund. After any other failure it may have. */
export function isRefundDeclined(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
}

/** Refunds an order. Everything about it is read again, also after a failure: a refund is stored before it is sent. */
export function useRefundOrder(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: (body: RefundRequest) => api.orderPayments.refund({ params: { id }, body }),
    onMutate: (body) => void openRefunds.set(id, body),
    onSuccess: () => void openRefunds.delete(id),
    onError: (error) => {
      if (isRefundDeclined(error)) openRefunds.delete(id)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  return { ...mutation, openRefund: () => openRefunds.get(id) }
}
