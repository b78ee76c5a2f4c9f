import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import { homeContent, legalContent, type SiteTexts } from '@priormark/core/settings/site-texts'
import type { Shop } from '@priormark/core/settings/shop'
import type { PageData, PageView, SiteServer } from '@priormark/core/pages/site-server'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { blogHead } from '../public/blog/blog-head.ts'
import { escapeHtml } from '../public/platform/head/head-tags.ts'
import { ContentProvider, type PageContent } from '../public/platform/content.ts'
import type { IslandContent } from '../public/platform/Island.tsx'
import { OfflinePage } from '../public/pages/offline/OfflinePage.tsx'
import { orderHead } from '../public/orders/order-page/order-head.ts'
import { acceptedTermsHead } from '../public/settings/terms/accepted-terms-head.ts'
import { pageStateId, writePageState, type PageState } from '../public/platform/page-state.ts'
import { moreStylesName } from './more-styles.ts'
import { pageHead } from './page-head.ts'
import { pageStyles } from './page-styles.ts'
import { canonicalPath, pageAt, pages, type PublicPage } from './pages.ts'
import { Site } from './Site.tsx'

/** Loads the code of all pages, because rendering does not wait. */
export async function openSiteServer(): Promise<SiteServer> {
  const components = new Map<PublicPage, ComponentType>()
  const islands: Record<string, IslandContent> = {}
  const styles = new Map<PublicPage, string>()
  for (const page of pages) {
    components.set(page, await page.load())
    const own = page.styles ? await page.styles() : ''
    styles.set(page, own + (pageStyles?.[page.inlined ?? 'all'] ?? ''))
    for (const [id, { load, isHydrated = false }] of Object.entries(page.islands ?? {})) {
      if (load !== null) islands[id] = { Component: await load(), isHydrated }
    }
  }

  return {
    renderPage({ path: requested, data, texts, view, proofId = null }) {
      const hasView = pageAt(requested).description === undefined
      const path = hasView === (view !== null) ? requested : '/404'
      const page = pageAt(path)
      const status = view === null ? (page.path === '*' ? 404 : 200) : viewStatus(view)
      const state: PageState = { data, status, view }
      const content = contentOf(page, data, texts, view)
      const html = renderToString(
        <ContentProvider value={content}>
          <StaticRouter location={path}>
            <Site state={state} components={components} islands={islands} renderedAddress={null} />
          </StaticRouter>
        </ContentProvider>,
      )
      // React's output starts with preload links for the first images, which belong in the head.
      const [preloads] = /^(?:<link rel="preload"[^>]*>)*/.exec(html) ?? ['']
      const head =
        view === null ? pageHead(page, path, data, { home: content.home, proofId }) : viewHead(view, state)
      return {
        status,
        head: preloads + head + moreStylesTag(page) + `<style>${styles.get(page) ?? ''}</style>`,
        html: html.slice(preloads.length),
        data: `<script type="application/json" id="${pageStateId}">${scriptSafe(writePageState(state))}</script>`,
      }
    },
    canonicalPath,
    sitemapPaths: pages.filter(({ index }) => index).map(({ path }) => path),
    extraStyles: [...new Set(styles.values())],
  }
}

/** Names the whole style sheet on a page that inlines a part of it. */
function moreStylesTag({ inlined }: PublicPage): string {
  return inlined === undefined || pageStyles === null
    ? ''
    : `<meta name="${moreStylesName}" content="${pageStyles.href}">`
}

/** Returns the texts that a page shows of the settings. */
function contentOf(
  { path }: PublicPage,
  data: PageData,
  texts: SiteTexts,
  view: PageView | null,
): PageContent {
  if (view?.kind === 'terms') return { legal: view.content }
  const { shop, policy, price, analytics } = data
  const facts = { shop, policy, price, counterHost: analytics === null ? null : new URL(analytics.url).host }
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

function viewHead(view: PageView, { data: { shop } }: PageState): string {
  const { title, tags } = headOf(view, shop)
  return `<title>${escapeHtml(title)}</title>${tags.join('')}`
}

function headOf(view: PageView, shop: Shop): { title: string; tags: string[] } {
  if (view.kind === 'terms') return acceptedTermsHead(shop)
  return isOrderView(view) ? orderHead(view, shop) : blogHead(view, shop)
}

function viewStatus(view: PageView): PageState['status'] {
  switch (view.kind) {
    case 'list':
      return view.posts.length === 0 && view.page > 1 ? 404 : 200
    case 'post-missing':
    case 'missing':
      return 404
    case 'list-limited':
      return 429
    case 'list-failed':
    case 'failed':
      return 503
    default:
      return 200
  }
}

function isOrderView(view: PageView): view is OrderPageView {
  return view.kind === 'order' || view.kind === 'missing' || view.kind === 'failed'
}

/** JSON that cannot end the element around it. */
function scriptSafe(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}
