import { normalizeEmail } from '@priormark/core/platform/email-address'
import { counted } from '@priormark/core/platform/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'

/** Says how to check a customer's request for their data, and by when to respond. */
export const privacyRuleText =
  'This covers every order with this email address. First check that the request came from this address. You must respond within one month.'

/** All data of the customer of an order. Read only if `isEnabled`. */
export function useCustomer(orderId: string, isEnabled: boolean) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['customers', orderId],
    queryFn: ({ signal }) => api.customers.read({ params: { id: orderId } }, { signal }),
    enabled: isEnabled,
    // The data that may be erased changes over time.
    staleTime: 0,
    gcTime: 0,
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
        description: `${counted(erased, 'order', 'orders')} erased${waiting.length > 0 ? `, ${counted(waiting.length, 'order', 'orders')} must wait` : ''}`,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/**
 * Returns a link that opens an email to a customer, with its domain in ASCII for older email programs. It is escaped, because customers
 * choose the address, and `?`, `&` and `%` are valid before its `@`: they could add recipients, a subject or a text to the email.
 */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(normalizeEmail(email)).replace('%40', '@')}`
}
