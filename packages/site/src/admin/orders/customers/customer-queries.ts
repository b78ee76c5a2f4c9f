import { normalizeEmail } from '@priormark/core/platform/email-address'
import { customerEndpoints } from '@priormark/core/orders/customers/endpoints'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** What customers may request by law: how to check it, and by when. */
export const privacyRuleText =
  'This covers every order with this email address. First check that the request came from this address. You must respond within one month.'

/** All data of the customer of an order. @param isWanted reads it only if true */
export function useCustomer(orderId: string, isWanted: boolean) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['customers', orderId],
    queryFn: ({ signal }) => api.customers.read({ params: { id: orderId } }, { signal }),
    enabled: isWanted,
    // What may be erased changes over time.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Downloads a customer's data as a ZIP. */
export function useExportCustomer(orderId: string) {
  const { platform } = useAdmin()
  return useMutation({
    mutationFn: () =>
      platform.download(
        endpointPath(customerEndpoints.export, { params: { id: orderId } }),
        'customer-data.zip',
      ),
    onError: () => toastError('Download failed', 'Could not download the file'),
  })
}

/** Erases a customer's data and reads all orders again. */
export function useEraseCustomer(orderId: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => api.customers.erase({ params: { id: orderId }, body: { email } }),
    // Shown here, because the dialog disappears with the data.
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

/**
 * Returns a link that opens an email to a customer, its domain in ASCII for older email programs. Customers choose the address, and `?`, `&` and `%` are valid before its
 * `@`: unescaped, an address could add recipients, a subject or a text to what the administrator writes.
 */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(normalizeEmail(email)).replace('%40', '@')}`
}
