import { customerEndpoints } from '@priormark/core/customers/endpoints'
import { endpointPath } from '@priormark/core/http/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { useAdmin } from '../session/admin-context.tsx'

/** Everything held for the address of an order's customer, read when it is asked for. */
export function useCustomer(orderId: string, isWanted: boolean) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['customers', orderId],
    queryFn: ({ signal }) => api.customers.read({ params: { id: orderId } }, { signal }),
    enabled: isWanted,
    // What may be erased changes by itself: it is read anew whenever it is asked for.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Saves what is held of a customer as a ZIP. */
export function useExportCustomer(orderId: string) {
  const { platform } = useAdmin()
  return useMutation({
    mutationFn: () =>
      platform.download(
        endpointPath(customerEndpoints.export, { params: { id: orderId } }),
        'customer-data.zip',
      ),
    onError: () =>
      toast({ title: 'Download failed', description: 'Could not download the file', variant: 'destructive' }),
  })
}

/** Erases what can be erased of a customer, and has every screen read orders anew. */
export function useEraseCustomer(orderId: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => api.customers.erase({ params: { id: orderId }, body: { email } }),
    // Said here, since the screen that asked is gone with what it showed.
    onSuccess: ({ erased, waiting }) =>
      toast({
        title: 'Customer data erased',
        description: `${ordersText(erased)} erased${waiting.length > 0 ? `, ${ordersText(waiting.length)} must wait` : ''}`,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}
