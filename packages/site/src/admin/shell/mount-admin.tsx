import { createApi } from '@priormark/core/api'
import { createClient } from '@priormark/core/http/client'
import type { Platform } from '@priormark/core/platform'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import '../../ui/tokens.css'
import { Toaster } from '../../ui/Toaster.tsx'
import './admin.css'
import { readOrderFilter } from '../orders/order-filter.ts'
import { orderPageQuery } from '../orders/order-page-query.ts'
import { clearDesk } from '../orders/orders-desk.ts'
import { adminRoutes } from './admin-routes.tsx'
import { ToolsProvider } from './admin-tools.tsx'
import { createQueryClient } from './query-client.ts'
import { createSessionGate } from './session-gate.ts'
import { sessionQuery } from './session-query.ts'
import { AdminTheme } from './AdminTheme.tsx'

/** Starts the admin in an element, on the machine that `platform` stands for. It owns the addresses under /admin. */
export function mountAdmin(element: HTMLElement, platform: Platform): void {
  const client = createClient({
    fetch: async (url, init) => {
      const askedIn = gate.era()
      const response = await fetch(url, init)
      // A refusal of the former login that comes late says nothing of the present one, and must not end it.
      if (response.status === 401 && gate.era() !== askedIn) throw new Error('refused in a former session')
      return response
    },
    baseUrl: platform.baseUrl,
    token: () => platform.credential.get(),
  })
  const api = createApi(client)
  const queryClient = createQueryClient({ onUnauthenticated: () => gate.expire() })
  const gate = createSessionGate({
    platform,
    endSession: () => {
      clearDesk()
      return api.auth.logout()
    },
    queryClient,
    router: () => router,
  })
  const router = createBrowserRouter(
    adminRoutes({
      // Asked for while the screen's code is still under way, so that the rows are there when it is.
      onDashboard: ({ searchParams }) => {
        if (gate.isMissing()) return
        void queryClient.prefetchQuery(sessionQuery(api))
        void queryClient.prefetchQuery(orderPageQuery(client, readOrderFilter(searchParams)))
      },
    }),
  )

  createRoot(element).render(
    <ToolsProvider value={{ platform, client, api, gate }}>
      <QueryClientProvider client={queryClient}>
        <AdminTheme>
          <RouterProvider router={router} />
        </AdminTheme>
        <Toaster />
      </QueryClientProvider>
    </ToolsProvider>,
  )
}
