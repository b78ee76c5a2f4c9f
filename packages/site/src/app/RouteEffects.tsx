import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { analytics } from '../public/platform/analytics/analytics.ts'
import { mainId } from '../public/platform/layout/Layout.tsx'
import { usePage } from '../public/platform/page-state.ts'
import { pageAt, pathForStatistics } from './pages.ts'

/** The effects of a route change: title, page view, focus and scroll position. */
export function RouteEffects({ onHydrated }: { onHydrated: (() => void) | undefined }) {
  const { pathname, hash, key, state } = useLocation()
  const { shop } = usePage()
  const shownPath = useRef<string | null>(null)
  // The server rendered the first page's title, which only the server knows for a post.
  const first = useRef({ pathname, title: typeof document === 'undefined' ? '' : document.title })

  useEffect(() => onHydrated?.(), [onHydrated])

  useEffect(() => {
    const isFirst = first.current.pathname === pathname
    document.title = isFirst ? first.current.title : pageAt(pathname).title(shop.name)
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
