import { Navigate, type RouteObject } from 'react-router-dom'
import { homePath, loginPath } from '../session/admin-paths.ts'
import { FailedScreen } from './FailedScreen.tsx'
import { loadLoginScreen, type AdminScreen } from './screens.ts'

/** Returns the routes of the admin. Each screen's code is fetched when it is first shown. */
export function adminRoutes(
  screens: readonly AdminScreen[],
  onPrefetch: (prefetch: NonNullable<AdminScreen['prefetch']>, query: URLSearchParams) => void,
): RouteObject[] {
  return [
    {
      path: '/admin',
      errorElement: <FailedScreen />,
      hydrateFallbackElement: <div />,
      children: [
        { index: true, element: <Navigate to={homePath} replace /> },
        {
          path: loginPath,
          lazy: async () => ({ Component: await loadLoginScreen() }),
        },
        {
          lazy: async () => ({ Component: (await import('./AdminFrame.tsx')).AdminFrame }),
          children: [
            ...screens.map(({ path, load, prefetch }) => ({
              path,
              lazy: async () => ({ Component: await load() }),
              ...(prefetch !== undefined && {
                loader: ({ request }: { request: Request }) => {
                  onPrefetch(prefetch, new URL(request.url).searchParams)
                  return null
                },
              }),
            })),
            {
              path: '*',
              lazy: async () => ({ Component: (await import('./NotFoundScreen.tsx')).NotFoundScreen }),
            },
          ],
        },
      ],
    },
  ]
}
