import { Suspense, useEffect, type ComponentType } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { IslandProvider, type IslandContent } from '../public/platform/Island.tsx'
import { Layout } from '../public/platform/layout/Layout.tsx'
import { PageStateProvider, type PageState } from '../public/platform/page-state.ts'
import { pageAt, routeOf, type PublicPage } from './pages.ts'
import { RouteEffects } from './RouteEffects.tsx'

interface SiteProps {
  state: PageState
  components: ReadonlyMap<PublicPage, ComponentType>
  islands: Readonly<Record<string, IslandContent>>
  /** The path and the query that the server rendered the page for; null on the server. */
  renderedAddress: string | null
  /** Called once everything reacts to clicks and keys. */
  onHydrated?: () => void
}

/** The public site, the same tree on the server and in the browser, inside any router. */
export function Site({ state, components, islands, renderedAddress, onHydrated }: SiteProps) {
  const { pathname, search } = useLocation()
  const isRendered = renderedAddress === null || renderedAddress === pathname + search
  const shown = pageAt(pathname)
  const Component = shown.needsServer && !isRendered ? ReloadPage : (components.get(shown) ?? null)
  const page = useRoutes([{ ...routeOf(shown), Component }])
  return (
    <PageStateProvider value={state}>
      <IslandProvider value={islands}>
        <Layout hidesNavigation={shown.hidesNavigation ?? false}>
          <Suspense>
            {page}
            <RouteEffects onHydrated={onHydrated} />
          </Suspense>
        </Layout>
      </IslandProvider>
    </PageStateProvider>
  )
}

/** In place of a page that only the server can render, when the visitor returns to it through the browser's history. */
function ReloadPage() {
  useEffect(() => location.reload(), [])
  return null
}
