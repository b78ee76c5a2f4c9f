import { homeContent, legalContent, type SiteTexts } from '@priormark/core/settings/site-texts'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import type { PageData, PageStyles, PageView, SiteServer } from '@priormark/core/pages/site-server'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { OfflinePage } from '../public/pages/offline/OfflinePage.tsx'
import { ContentContext, type IslandContent, type PageContent, type PageState } from './page/page-context.tsx'
import { descriptions, pageHead, viewHead } from './page-head.ts'
import { moreStylesName, pageAt, pages, pageStateId, type PublicPage } from './pages.ts'
import { Site } from './Site.tsx'

/** Defined by scripts/build.ts. */
declare const PAGE_STYLES: PageStyles

/** Null in development, where Vite inserts the style sheets. */
const pageStyles = typeof PAGE_STYLES === 'undefined' ? null : PAGE_STYLES

/** Loads the code of all pages, because rendering does not wait. */
export async function openSiteServer(): Promise<SiteServer> {
  const components = new Map<PublicPage, ComponentType>()
  const islands: Record<string, IslandContent> = {}
  const styles = new Map<PublicPage, string>()
  for (const page of pages) {
    components.set(page, await page.load())
    const ownStyles = page.styles ? await page.styles() : ''
    styles.set(page, ownStyles + (pageStyles?.[page.inlined ?? 'all'] ?? ''))
    for (const [id, { load, isHydrated = false }] of Object.entries(page.islands ?? {})) {
      if (load !== null) islands[id] = { Component: await load(), isHydrated }
    }
  }

  return {
    renderPage({ path: requestedPath, data, texts, view, proofId = null }) {
      const needsView = !Object.hasOwn(descriptions, pageAt(requestedPath).path)
      const path = needsView === (view !== null) ? requestedPath : '/404'
      const page = pageAt(path)
      const status = view === null ? (page.path === '*' ? 404 : 200) : viewStatus(view)
      const state: PageState = { data, status, view }
      const content = contentOf(page, data, texts, view)
      const html = renderToString(
        <ContentContext value={content}>
          <StaticRouter location={path}>
            <Site state={state} components={components} islands={islands} renderedAddress={null} />
          </StaticRouter>
        </ContentContext>,
      )
      // React's output starts with preload links for the first images, which belong in the head.
      const [preloads] = /^(?:<link rel="preload"[^>]*>)*/.exec(html) ?? ['']
      const head =
        view === null
          ? pageHead(page, path, data, { home: content.home, proofId })
          : viewHead(view, data.shop)
      return {
        status,
        head: preloads + head + moreStylesTag(page) + `<style>${styles.get(page) ?? ''}</style>`,
        html: html.slice(preloads.length),
        data: `<script type="application/json" id="${pageStateId}">${escapeJson(writePageState(state))}</script>`,
      }
    },
    canonicalPath(path) {
      const trimmedPath = path === '/' ? path : trimEndOf(path, '/')
      return Object.hasOwn(descriptions, trimmedPath) ? trimmedPath : null
    },
    sitemapPaths: pages.filter(({ index }) => index).map(({ path }) => path),
    extraStyles: [...new Set(styles.values())],
  }
}

/** Returns the tag that names the whole style sheet; empty for a page that inlines all of it. */
function moreStylesTag({ inlined }: PublicPage): string {
  return inlined === undefined || pageStyles === null
    ? ''
    : `<meta name="${moreStylesName}" content="${pageStyles.href}">`
}

/** Returns the texts from the settings that a page shows. */
function contentOf(
  { path }: PublicPage,
  data: PageData,
  texts: SiteTexts,
  view: PageView | null,
): PageContent {
  if (view?.kind === 'terms') return { legal: view.content }
  const { shop, policy, price, analytics } = data
  const facts = {
    shop,
    policy,
    price,
    analyticsHost: analytics === null ? null : new URL(analytics.url).host,
  }
  switch (path) {
    case '/':
      return { home: homeContent(texts, facts) }
    case '/terms':
      return { legal: legalContent(texts.legal.terms, facts) }
    case '/privacy':
      return { legal: legalContent(texts.legal.privacy, facts) }
    default:
      return { banner: texts.banner }
  }
}

/** Renders what the service worker shows without a network. It needs no data and no script. */
export function renderOffline(): string {
  return renderToString(<OfflinePage />)
}

/** The statuses of views that are not 200. */
const statuses: Partial<Record<PageView['kind'], PageState['status']>> = {
  'post-missing': 404,
  missing: 404,
  'list-limited': 429,
  'list-failed': 503,
  failed: 503,
}

function viewStatus(view: PageView): PageState['status'] {
  if (view.kind === 'list' && view.posts.length === 0 && view.page > 1) return 404
  return statuses[view.kind] ?? 200
}

/** Writes the state as the browser needs it: only the page of an order is hydrated from its view. */
function writePageState({ data, status, view }: PageState): string {
  return JSON.stringify({
    ...data,
    ...(status === 200 ? {} : { status }),
    ...(view?.kind === 'order' ? { view } : {}),
  })
}

/** Escapes JSON so that it cannot end the script element around it. */
function escapeJson(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}
