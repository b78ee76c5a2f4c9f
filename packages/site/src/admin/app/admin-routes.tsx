import type { ComponentType } from 'react'
import { Navigate, useRouteError, type RouteObject } from 'react-router-dom'
import { LoadError, loadCode } from '../../ui/lazy-load.ts'
import { ReloadHint } from '../../ui/LoadBoundary.tsx'
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
  return { Component: await loadCode(load) }
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

/** Shown if a screen's code could not be loaded, or threw an error. */
function FailedScreen() {
  const isLoadFailure = useRouteError() instanceof LoadError
  return (
    <main className="admin-message">
      <h1>{isLoadFailure ? 'This screen could not be loaded' : 'Something went wrong on this screen'}</h1>
      <p>
        {isLoadFailure ? (
          <ReloadHint />
        ) : (
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        )}
      </p>
      <p>Nothing you saved is lost.</p>
    </main>
  )
}
