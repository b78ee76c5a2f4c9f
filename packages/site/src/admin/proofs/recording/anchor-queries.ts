import type { AnchorFilter, AnchorView } from '@priormark/core/proofs/anchors/endpoints'
import { counted } from '@priormark/core/platform/counted'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** Anchors per page. */
export const anchorPageSize = 20

/** How often the queue is read again while it is shown, since anchors change in the background. */
const refetchMs = 10_000

/** One page of the anchoring queue, kept up to date while it is shown. */
export function useAnchorQueue(filter: AnchorFilter, page: number) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['anchors', 'queue', filter, page],
    queryFn: ({ signal }) =>
      api.anchors.queue({ query: { filter, page, limit: anchorPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchMs,
  })
}

/** The anchors of an order's batch. */
export function useOrderAnchors(orderId: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['anchors', 'order', orderId],
    queryFn: ({ signal }) => api.anchors.ofOrder({ params: { id: orderId } }, { signal }),
    gcTime: 0,
  })
}

/**
 * The leaf of an order, which the admin shows as the code to record, and whether the order's evidence is emailed later.
 * @param orderId null while no order is chosen
 */
export function useRecordCode(orderId: string | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['anchors', 'code', orderId],
    queryFn: ({ signal }) => api.anchors.codeOfOrder({ params: { id: orderId ?? '' } }, { signal }),
    enabled: orderId !== null,
    gcTime: 0,
  })
}

/** Retries a stuck anchor. */
export function useRetryAnchor() {
  const { api } = useAdmin()
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: ({ id }: AnchorView) => api.anchors.retry({ params: { id } }),
    onSuccess: () => toast({ title: 'Trying again', description: 'The server is retrying this batch now' }),
    onError: (failure) => toastError('Update failed', messageOf(failure, 'The batch could not be retried')),
    onSettled: refresh,
  })
}

/** Seals the waiting orders into a batch now. */
export function useSealNow() {
  const { api } = useAdmin()
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: () => api.anchors.seal(),
    onSuccess: ({ sealedOrders }) =>
      toast({
        title: sealedOrders === 0 ? 'Nothing to record' : 'Recording started',
        description:
          sealedOrders === 0
            ? 'No paid orders are waiting'
            : `${counted(sealedOrders, 'order was', 'orders were')} added to a batch`,
      }),
    onError: (failure) =>
      toastError('Update failed', messageOf(failure, 'The waiting orders could not be recorded')),
    onSettled: refresh,
  })
}

/** Returns a function that reads all orders and anchors again, since a changed anchor changes its orders. */
export function useRefreshOrders(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => subject === 'anchors' || subject === 'orders',
    })
}
