import type { BlogView } from '@priormark/core/blog/blog-view'
import type { OrderPageView } from '@priormark/core/orders/order-page-view'
import type { AnalyticsAddress, Shop } from '../shop.ts'

/** What pages are drawn from; the site's build checks it again in the browser. */
export interface PageData {
  /** In dollars; null while it is not known. */
  price: number | null
  shop: Shop
  paymentsMode: 'stripe' | 'embedded'
  analytics: AnalyticsAddress | null
  fileRetentionDays: number
  year: number
}

/** A page in the pieces that the template has places for. */
export interface RenderedPage {
  status: 200 | 404 | 503
  head: string
  html: string
  data: string
}

/** What the site's server build offers. */
export interface SiteServer {
  renderBlogPage(page: { path: string; data: PageData; view: BlogView }): RenderedPage
  renderOrderPage(page: { data: PageData; path: string; view: OrderPageView }): RenderedPage
  /** The style sheets that some pages bring inline besides the template's. */
  extraStyles: readonly string[]
  renderPage(page: { path: string; data: PageData }): RenderedPage
  /** The one address of the page at a path, or null where there is none. */
  canonicalPath(path: string): string | null
  sitemapPaths: readonly string[]
  /** What an operator should replace before going live, a sentence each. */
  sampleWarnings: readonly string[]
}

/** Checks that a module is the site's server build, which the API knows by this shape alone. */
export function readSiteServer(module: unknown): SiteServer {
  if (!isSiteServer(module)) throw new Error('The server build of the site has another shape: build it again')
  return module
}

function isSiteServer(module: unknown): module is SiteServer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderPage' in module &&
    'renderBlogPage' in module &&
    'renderOrderPage' in module &&
    'extraStyles' in module &&
    'canonicalPath' in module &&
    'sitemapPaths' in module &&
    'sampleWarnings' in module
  )
}

/** Puts a drawn page into the template. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template.replace(
    /<!--page-(head|html|data)-->/g,
    (_place, part: 'head' | 'html' | 'data') => page[part],
  )
}

/** Where every address without a page leads: they all look the same. */
export const notFoundPath = '/404'
