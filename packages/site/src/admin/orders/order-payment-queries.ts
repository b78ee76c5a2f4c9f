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

/** Refunds an order. Everything about it is read again, also after a failure: a refund is stored before it is sent. */
export function useRefundOrder(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RefundRequest) => api.orderPayments.refund({ params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
