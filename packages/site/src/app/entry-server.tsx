import type { BlogView } from '@priormark/core/blog/blog-view'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import type { PageData, RenderedPage, SiteServer } from '@priormark/core/site/site-server'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { blogHead } from '../public/blog/blog-head.ts'
import blogCss from '../public/blog/blog.css?inline'
import { DrawnBlogPage } from '../public/blog/DrawnBlogPages.tsx'
import { CheckoutPage } from '../public/checkout/CheckoutPage.tsx'
import { escapeHtml } from '../public/head/head-tags.ts'
import { DrawnHomePage } from '../public/home/DrawnHomePage.tsx'
import { reviews } from '../public/home/reviews-content.ts'
import { NotFoundPage } from '../public/not-found/NotFoundPage.tsx'
import { OfflinePage } from '../public/offline/OfflinePage.tsx'
import { orderHead } from '../public/order/order-head.ts'
import { orderViewId } from '../public/order/order-ids.ts'
import orderCss from '../public/order/order.css?inline'
import { OrderPage } from '../public/order/OrderPage.tsx'
import { pageDataId } from '../public/page-data.ts'
import { PrivacyPage } from '../public/privacy/PrivacyPage.tsx'
import { SuccessPage } from '../public/success/SuccessPage.tsx'
import { TermsPage } from '../public/terms/TermsPage.tsx'
import verifyCss from '../public/verify/verify.css?inline'
import { VerifyPage } from '../public/verify/VerifyPage.tsx'
import { renderHead } from './page-head.ts'
import { canonicalPath, pageNameOf } from './page-names.ts'
import { Site, type Pages } from './Site.tsx'

const stillPages: Omit<Pages, 'blog' | 'blog-post' | 'order'> = {
  home: DrawnHomePage,
  checkout: CheckoutPage,
  success: SuccessPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  verify: VerifyPage,
  'not-found': NotFoundPage,
}

/** Draws a public page whose words stand in the code. `path` has no query: what is drawn depends on nothing but the arguments. */
function renderStaticPage({ path, data }: { path: string; data: PageData }): RenderedPage {
  const named = pageNameOf(path)
  const name = named === 'blog' || named === 'blog-post' || named === 'order' ? 'not-found' : named
  return {
    status: name === 'not-found' ? 404 : 200,
    head: renderHead(name, path, data) + (name === 'verify' ? `<style>${verifyCss}</style>` : ''),
    html: draw(path, data, {}),
    data: dataElement(data),
  }
}

/** Draws a page of the blog from what the server read for it. */
function renderBlogPage({
  path,
  data,
  view,
}: {
  path: string
  data: PageData
  view: BlogView
}): RenderedPage {
  const { title, tags } = blogHead(view, data.shop)
  const page = () => <DrawnBlogPage view={view} />
  const html = draw(path, data, { blog: page, 'blog-post': page })
  // React begins with links to the pictures that are wanted first: in the head they do more good.
  const [preloads] = /^(?:<link rel="preload"[^>]*>)*/.exec(html) ?? ['']
  return {
    status: blogStatus(view),
    head: `<title>${escapeHtml(title)}</title>${preloads}${tags.join('')}<style>${blogCss}</style>`,
    html: html.slice(preloads.length),
    data: dataElement(data),
  }
}

/** Draws the page behind an order's link from what the server read for it. */
function renderOrderPage({
  path,
  data,
  view,
}: {
  path: string
  data: PageData
  view: OrderPageView
}): RenderedPage {
  const { title, tags } = orderHead(view)
  return {
    status: view.kind === 'order' ? 200 : view.kind === 'missing' ? 404 : 503,
    head: `<title>${escapeHtml(`${title} | ${data.shop.name}`)}</title>${tags.join('')}<style>${orderCss}</style>`,
    html: draw(path, data, { order: () => <OrderPage view={view} /> }),
    data: dataElement(data) + jsonElement(orderViewId, view),
  }
}

function blogStatus(view: BlogView): 200 | 404 | 503 {
  if (view.kind === 'list-failed') return 503
  const isMissing =
    view.kind === 'post-missing' || (view.kind === 'list' && view.posts.length === 0 && view.page > 1)
  return isMissing ? 404 : 200
}

/** @param drawn the pages whose content the server reads: without it, there is none */
function draw(path: string, data: PageData, drawn: Partial<Pages>): string {
  const nothing = stillPages['not-found']
  return renderToString(
    <StaticRouter location={path}>
      <Site
        data={data}
        pages={{ ...stillPages, blog: nothing, 'blog-post': nothing, order: nothing, ...drawn }}
      />
    </StaticRouter>,
  )
}

function dataElement(data: PageData): string {
  return jsonElement(pageDataId, data)
}

function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${scriptSafe(value)}</script>`
}

/** Draws what the service worker shows when there is no network. It needs no data and no script. */
export function renderOffline(): string {
  return renderToString(<OfflinePage />)
}

/** What the API renders pages with. */
export const siteServer: SiteServer = {
  renderPage({ path, data, view }) {
    if (view === null) return renderStaticPage({ path, data })
    return view.kind === 'order' || view.kind === 'missing' || view.kind === 'failed'
      ? renderOrderPage({ path, data, view })
      : renderBlogPage({ path, data, view })
  },
  canonicalPath,
  sitemapPaths: ['/', '/verify', '/terms', '/privacy'],
  extraStyles: [blogCss, orderCss, verifyCss],
  sampleWarnings: reviews.some((review) => review.isSample)
    ? ['The reviews are samples. Replace them in packages/site/src/public/home/reviews-content.ts.']
    : [],
}

function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
