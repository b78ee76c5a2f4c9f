import { Suspense, useEffect, useRef, type ComponentType } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { analytics } from '../public/platform/analytics/analytics.ts'
import { Layout, mainId } from '../public/platform/layout/Layout.tsx'
import { LoadBoundary } from '../ui/LoadBoundary.tsx'
import {
  IslandContext,
  PageStateContext,
  usePage,
  type IslandContent,
  type PageState,
} from './page/page-context.tsx'
import { pageAt, pathForStatistics, routeOf, type PublicPage } from './pages.ts'

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
  const shownPage = pageAt(pathname)
  const Component = shownPage.needsServer && !isRendered ? ReloadPage : (components.get(shownPage) ?? null)
  const page = useRoutes([{ ...routeOf(shownPage), Component }])
  return (
    <PageStateContext value={state}>
      <IslandContext value={islands}>
        <Layout hidesNavigation={shownPage.hidesNavigation ?? false}>
          <Suspense>
            <LoadBoundary key={pathname}>{page}</LoadBoundary>
            <RouteEffects onHydrated={onHydrated} />
          </Suspense>
        </Layout>
      </IslandContext>
    </PageStateContext>
  )
}

/** Shown in place of a page that only the server can render, when the visitor returns to it through the browser's history. */
function ReloadPage() {
  useEffect(() => location.reload(), [])
  return null
}

/** The effects of a route change: title, page view, focus and scroll position. */
function RouteEffects({ onHydrated }: { onHydrated: (() => void) | undefined }) {
  const { pathname, hash, key, state } = useLocation()
  const { shop } = usePage()
  const shownPath = useRef<string | null>(null)
  // The server rendered the first page's title, which only the server knows for a post.
  const firstPage = useRef({ pathname, title: typeof document === 'undefined' ? '' : document.title })

  useEffect(() => onHydrated?.(), [onHydrated])

  useEffect(() => {
    const isFirst = firstPage.current.pathname === pathname
    document.title = isFirst ? firstPage.current.title : pageAt(pathname).title(shop.name)
    analytics.pageView(pathForStatistics(pathname))
  }, [pathname, shop.name])

  useEffect(() => {
    const isFirst = shownPath.current === null
    const isSamePage = shownPath.current === pathname
    shownPath.current = pathname
    // The browser scrolls the first page itself.
    if (isFirst) return
    const section = hash === '' ? sectionIn(state) : hash.slice(1)
    if (section !== null) return scrollToSection(section)
    if (isSamePage) return
    window.scrollTo(0, 0)
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [pathname, hash, key, state])

  return null
}

/** A page can navigate to a section without showing it in the address. */
function sectionIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('section' in state)) return null
  return typeof state.section === 'string' ? state.section : null
}

/** Scrolls to a section, smoothly unless the visitor prefers less motion, and lets the next Tab start from it. */
function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (section === null) return
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  section.focus({ preventScroll: true })
}
