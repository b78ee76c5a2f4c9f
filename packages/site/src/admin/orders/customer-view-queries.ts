import type { CustomerMail, CustomerView } from '@priormark/core/orders/customer-view'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { customerViewKey, orderKey, timelineKey } from './order-queries.ts'

/** How often the customer's view is read again while an email waits to be sent. */
const refetchMs = 2_000

/** What the customer can see of an order. Read again at every visit, and while an email waits to be sent. */
export function useCustomerView(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: customerViewKey(id),
    async queryFn({ signal }) {
      const view = await api.customerViews.read({ params: { id } }, { signal })
      const previousCount = countWaiting(queryClient.getQueryData(customerViewKey(id)))
      // If an email was sent, the order's flags and timeline have changed too.
      if (countWaiting(view) < previousCount) {
        void queryClient.invalidateQueries({ queryKey: orderKey(id) })
        void queryClient.invalidateQueries({ queryKey: timelineKey(id) })
      }
      return view
    },
    gcTime: 0,
    refetchInterval: ({ state }) => (countWaiting(state.data) > 0 ? refetchMs : false),
  })
}

function countWaiting(view: CustomerView | undefined): number {
  return view?.mails.filter(({ state }) => state === 'waiting').length ?? 0
}

/** Sends an email to the customer again. */
export function useResendMail(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, refund }: Pick<CustomerMail, 'kind' | 'refund'>) =>
      api.customerViews.resend({
        params: { id, kind },
        body: refund === null ? {} : { refundId: refund.id },
      }),
    // The email may be sent before the view is read again, and only an email that was waiting in the view makes useCustomerView reload
    // the timeline.
    onSuccess: (_reply, { kind, refund }) =>
      queryClient.setQueryData<CustomerView>(
        customerViewKey(id),
        (view) =>
          view && {
            ...view,
            mails: view.mails.map((mail) =>
              mail.kind === kind && mail.refund?.id === refund?.id ? { ...mail, state: 'waiting' } : mail,
            ),
          },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
