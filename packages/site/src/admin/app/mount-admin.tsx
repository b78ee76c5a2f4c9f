import { createStaffApi } from '@priormark/core/api'
import { createClient } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import '../../ui/tokens.css'
import { Toaster } from '../../ui/Toaster.tsx'
import './admin.css'
import { clearOrdersView, clearOrderList } from '../orders/orders-view.ts'
import { adminRoutes } from './admin-routes.tsx'
import { AdminProvider } from '../platform/session/admin-context.tsx'
import { createQueryClient } from '../platform/session/query-client.ts'
import { isLinked, screens } from './screens.ts'
import { createSession, sessionQuery } from '../platform/session/session.ts'
import { clearTypedValues } from '../platform/session/typed-values.ts'
import { watchLostFocus } from './lost-focus.ts'
import { watchToastPlace } from './toast-place.ts'

/** Renders the admin into an element. It owns every path under /admin. @param platform the browser or the desktop app */
export function mountAdmin(element: HTMLElement, platform: Platform): void {
  const client = createClient({
    fetch: async (url, init) => {
      const generation = session.generation()
      const response = await platform.connection.fetch(url, init)
      // A late 401 of an earlier session must not end the current one.
      if (response.status === 401 && session.generation() !== generation)
        throw new Error('rejected in an earlier session')
      return response
    },
    baseUrl: platform.baseUrl,
    token: () => platform.credential.get(),
  })
  const api = createStaffApi(client)
  const queryClient = createQueryClient({
    onUnauthenticated: () => session.expire(),
    onAccessChanged: () => void queryClient.invalidateQueries(sessionQuery(api)),
  })
  const session = createSession({
    platform,
    endSession: () => api.auth.logout(),
    clearOrderList,
    clearTyped: () => {
      clearOrdersView()
      clearTypedValues()
    },
    queryClient,
    router: () => router,
  })
  const availableScreens = screens.filter(({ isAvailable }) => isAvailable?.(platform) !== false)
  const router = createBrowserRouter(
    adminRoutes(availableScreens, async (screen, query) => {
      if (session.isMissing()) return
      await queryClient.prefetchQuery(sessionQuery(api))
      const person = queryClient.getQueryData(sessionQuery(api).queryKey)
      if (person == null || person.needsSecondFactor || !isLinked(screen, platform, person.role)) return
      screen.prefetch?.(query, { client, queryClient })
    }),
  )

  const isNavigating = () => router.state.navigation.state !== 'idle'

  watchLostFocus(element)
  createRoot(element).render(
    <AdminProvider value={{ platform, client, api, session, isNavigating }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster onShow={watchToastPlace} />
      </QueryClientProvider>
    </AdminProvider>,
  )
}
