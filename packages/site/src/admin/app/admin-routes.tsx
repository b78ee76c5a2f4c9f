import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { unlessLeaving } from '../../ui/unless-leaving.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { homePath, loginPath } from '../platform/session/admin-paths.ts'
import { openScreens, type AdminScreen, type ScreenHandle } from './screens.ts'

/** Returns the routes of the admin. Each screen's code is fetched when it is first shown. */
export function adminRoutes(
  screens: readonly AdminScreen[],
  prefetch: (screen: AdminScreen, query: URLSearchParams) => Promise<void>,
): RouteObject[] {
  return [
    {
      path: '/admin',
      errorElement: <FailedScreen />,
      hydrateFallbackElement: <div />,
      children: [
        { index: true, element: <Start /> },
        ...openScreens.map(({ path, load }) => ({ path, lazy: () => component(load) })),
        {
          lazy: () => component(async () => (await import('./AdminFrame.tsx')).AdminFrame),
          children: [
            ...screens.map((screen) => ({
              path: screen.path,
              handle: { access: screen.access } satisfies ScreenHandle,
              lazy: () => component(screen.load),
              loader: ({ request }: { request: Request }) => {
                void prefetch(screen, new URL(request.url).searchParams)
                return null
              },
            })),
            {
              path: '*',
              lazy: () => component(async () => (await import('./MessageScreens.tsx')).NotFoundScreen),
            },
          ],
        },
      ],
    },
  ]
}

async function component(load: () => Promise<ComponentType>): Promise<{ Component: ComponentType }> {
  return { Component: await unlessLeaving(load) }
}

/**
 * The admin's own address: the first screen, or the login for people who are not logged in. On the web without a message; the
 * desktop app says which shop it is.
 */
function Start() {
  const { session, platform } = useAdmin()
  const isSilent = session.isMissing() && platform.shopName === undefined
  return <Navigate to={isSilent ? loginPath : homePath} replace />
}

/** Shown if a screen's code could not be loaded or threw an error. */
function FailedScreen() {
  return (
    <main className="admin-message">
      <h1>This screen could not be loaded</h1>
      <p>Check your connection, then reload the page. Nothing you saved is lost.</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </p>
    </main>
  )
}
