import { endpointPath } from '@priormark/core/platform/http/endpoint'
import type { CustomerMail, CustomerView } from '@priormark/core/orders/customer-view'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import type { Order, OrderChange } from '@priormark/core/orders/order'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { toastFailedDownload } from '../platform/downloads/use-download.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../platform/session/query-client.ts'
import type { OrderFilter } from './order-filter.ts'
import { orderListKey, orderPageQuery, type OrderPage } from './order-page-query.ts'

// The keys of the queries about one order. All of them, and the lists, begin with 'orders'.

export const orderKey = (id: string) => ['orders', 'one', id]

const timelineKey = (id: string) => ['orders', 'timeline', id]

const customerViewKey = (id: string) => ['orders', 'customer-view', id]

/** One page of the orders. The previous page stays visible while the next one loads. */
export function useOrderPage(filter: OrderFilter) {
  const { client } = useAdmin()
  return useQuery({ ...orderPageQuery(client, filter), placeholderData: keepPreviousData })
}

/** The number of orders in each tab, for the search and days of a filter. */
export function useOrderCounts({ search, date, from, to }: OrderFilter) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: ['orders', 'counts', { search, date, from, to }],
    queryFn: ({ signal }) => api.orders.counts({ query: { search, date, from, to } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One order. The list's copy is shown first. Every visit reads it again, because payments change in the background. */
export function useOrder(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => api.orders.read({ params: { id } }, { signal }),
    placeholderData: () =>
      queryClient
        .getQueriesData<OrderPage>({ queryKey: orderListKey })
        .flatMap(([, page]) => page?.orders ?? [])
        .find((order) => order.id === id),
    gcTime: 0,
  })
}

/** The events of an order, oldest first. */
export function useTimeline(id: string) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: timelineKey(id),
    queryFn: ({ signal }) => api.orders.timeline({ params: { id } }, { signal }),
    gcTime: 0,
  })
}

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

/** Changes one order, and updates every query that shows it. */
export function useChangeOrder() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: OrderChange }) =>
      api.orders.change({ params: { id }, body: change }),
    onSuccess: (order) => updateOrderQueries(queryClient, order),
    // If the server rejects the change, the order has probably been changed since it was loaded.
    onError: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/** Changes several orders. Returns how many were changed and how many failed. */
export function useChangeOrders() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, change }: { ids: string[]; change: OrderChange }) => {
      const calls = ids.map((id) => api.orders.change({ params: { id }, body: change }))
      const results = await Promise.allSettled(calls)
      const failures = results.filter((result) => result.status === 'rejected')
      const unauthenticated = failures.find(({ reason }) => isUnauthenticated(reason))
      if (unauthenticated !== undefined) throw unauthenticated.reason
      return { changed: results.length - failures.length, failed: failures.length }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/** Adds an internal note to an order. */
export function useAddNote(id: string) {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.orders.addNote({ params: { id }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timelineKey(id) }),
  })
}

/** Downloads the file of an order. */
export function useDownloadOrder() {
  const { platform } = useAdmin()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, fileName }: Order) =>
      platform.openFile(endpointPath(orderEndpoints.file, { params: { id } }), fileName),
    onSuccess: (_reply, { id }) => queryClient.invalidateQueries({ queryKey: timelineKey(id) }),
    onError: toastFailedDownload,
  })
}

async function updateOrderQueries(queryClient: QueryClient, changedOrder: Order): Promise<void> {
  queryClient.setQueryData(orderKey(changedOrder.id), changedOrder)
  queryClient.setQueriesData<OrderPage>(
    { queryKey: orderListKey },
    (page) =>
      page && {
        ...page,
        orders: page.orders.map((order) => (order.id === changedOrder.id ? changedOrder : order)),
      },
  )
  await queryClient.invalidateQueries({
    // A link also changes the order's batch.
    predicate: ({ queryKey: [subject, kind] }) =>
      subject === 'anchors' || (subject === 'orders' && kind !== 'one'),
  })
}
