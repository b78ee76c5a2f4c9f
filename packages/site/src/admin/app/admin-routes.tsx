import type { ComponentType } from 'react'
import { Navigate, useRouteError, type RouteObject } from 'react-router-dom'
import { LoadError, loadCode } from '../../ui/lazy-load.ts'
import { ReloadHint } from '../../ui/LoadBoundary.tsx'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { homePath, loginPath } from '../platform/session/admin-paths.ts'
import { loginScreens, type AdminScreen, type ScreenHandle } from './screens.ts'

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
        { index: true, element: <StartRedirect /> },
        ...loginScreens.map(({ path, load }) => ({ path, lazy: () => loadComponent(load) })),
        {
          lazy: () => loadComponent(async () => (await import('./AdminFrame.tsx')).AdminFrame),
          children: [
            ...screens.map((screen) => ({
              path: screen.path,
              handle: { access: screen.access } satisfies ScreenHandle,
              lazy: () => loadComponent(screen.load),
              loader: ({ request }: { request: Request }) => {
                void prefetch(screen, new URL(request.url).searchParams)
                return null
              },
            })),
            {
              path: '*',
              lazy: () => loadComponent(async () => (await import('./MessageScreens.tsx')).NotFoundScreen),
            },
          ],
        },
      ],
    },
  ]
}

async function loadComponent(load: () => Promise<ComponentType>) {
  return { Component: await loadCode(load) }
}

/**
 * /admin: redirects to the first screen, or to the login if nobody is logged in. The login then shows no message, except in the
 * desktop app, where it names the shop.
 */
function StartRedirect() {
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
