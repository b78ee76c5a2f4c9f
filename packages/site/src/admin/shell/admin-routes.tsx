import { Navigate, type RouteObject } from 'react-router-dom'
import { FailedScreen } from './FailedScreen.tsx'
import { loginPath, homePath } from './return-path.ts'

interface RouteStarts {
  /** Called on the way to the dashboard, with its address. */
  onDashboard: (url: URL) => void
}

/** Every address of the admin; each screen's code is fetched when it is first shown, what it reads meanwhile. */
export function adminRoutes({ onDashboard }: RouteStarts): RouteObject[] {
  return [
    {
      path: '/admin',
      errorElement: <FailedScreen />,
      hydrateFallbackElement: <div />,
      children: [
        { index: true, element: <Navigate to={homePath} replace /> },
        {
          path: loginPath,
          lazy: async () => ({ Component: (await import('../login/LoginScreen.tsx')).LoginScreen }),
        },
        {
          lazy: async () => ({ Component: (await import('./AdminShell.tsx')).AdminShell }),
          children: [
            {
              path: homePath,
              loader: ({ request }) => {
                onDashboard(new URL(request.url))
                return null
              },
              lazy: async () => ({
                Component: (await import('../orders/DashboardScreen.tsx')).DashboardScreen,
              }),
            },
            {
              path: 'orders/:id',
              lazy: async () => ({ Component: (await import('../orders/OrderScreen.tsx')).OrderScreen }),
            },
            {
              path: 'anchors',
              lazy: async () => ({
                Component: (await import('../anchors/AnchorsScreen.tsx')).AnchorsScreen,
              }),
            },
            {
              path: 'account',
              lazy: async () => ({
                Component: (await import('../account/AccountScreen.tsx')).AccountScreen,
              }),
            },
            {
              path: 'audit',
              lazy: async () => ({ Component: (await import('../audit/AuditScreen.tsx')).AuditScreen }),
            },
            {
              path: 'health',
              lazy: async () => ({ Component: (await import('../watch/HealthScreen.tsx')).HealthScreen }),
            },
            {
              path: 'blog',
              lazy: async () => ({ Component: (await import('../blog/BlogScreen.tsx')).BlogScreen }),
            },
            {
              path: 'blog/editor',
              lazy: async () => ({
                Component: (await import('../blog/editor/EditorScreen.tsx')).EditorScreen,
              }),
            },
            {
              path: 'blog/images',
              lazy: async () => ({ Component: (await import('../images/ImagesScreen.tsx')).ImagesScreen }),
            },
            {
              path: 'blog/bin',
              lazy: async () => ({ Component: (await import('../drafts/BinScreen.tsx')).BinScreen }),
            },
            {
              path: 'downloads',
              lazy: async () => ({
                Component: (await import('../downloads/DownloadsScreen.tsx')).DownloadsScreen,
              }),
            },
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
