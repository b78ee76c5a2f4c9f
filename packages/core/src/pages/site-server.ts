import type { BlogView } from '../blog/blog-view.ts'
import type { OrderPageView } from '../orders/order-page-view.ts'
import type { ServicePolicy } from '../settings/policy/service-policy.ts'
import type { AcceptedTermsView, SiteTexts } from '../settings/site-texts.ts'
import type { AnalyticsAddress, Shop } from '../settings/groups.ts'

/** The data that every page is rendered from, on the server and in the browser. */
export interface PageData {
  /** In dollars; null while it is unknown. */
  price: number | null
  shop: Shop
  /** 'embedded': payments are simulated on this machine, and a banner says so. */
  paymentsMode: 'stripe' | 'embedded'
  /** Null if visits are not counted. */
  analytics: AnalyticsAddress | null
  policy: ServicePolicy
  /** The terms that an order placed from this page is under; null while the price in them is unknown. */
  termsId: string | null
  /** The landing page has reviews, which the navigation leads to. */
  hasReviews: boolean
  /** For the copyright line. */
  year: number
}

/** What the API reads from the database for a single page. */
export type PageView = BlogView | OrderPageView | AcceptedTermsView

/** A page, in the parts that the template index.html has placeholders for. */
export interface RenderedPage {
  status: 200 | 404 | 429 | 503
  head: string
  html: string
  /** The element that carries the page's data to the browser. */
  data: string
}

/** The common style sheet, as built into the site's server. */
export interface PageStyles {
  /** The address of the whole sheet, without its fonts. */
  href: string
  all: string
  /** Only what the landing page shows before a script runs. */
  landing: string
  /** What pages of text show, such as the terms. */
  text: string
  /** What the blog shows, besides its own style sheet. */
  blog: string
  /** What the page of an order shows, besides its own style sheet. */
  order: string
}

/** The interface of the site's server build, through which the API renders pages. */
export interface SiteServer {
  /**
   * Renders the page at a path without a query.
   * @param page.texts not sent to the browser, except as the page shows them
   * @param page.view null for pages without their own data
   * @param page.proofId the proof that the address names, for the link preview
   */
  renderPage(page: {
    path: string
    data: PageData
    texts: SiteTexts
    view: PageView | null
    proofId?: string | null
  }): RenderedPage
  /** Returns the canonical address of a page, without a trailing slash, or null if the page needs a view or does not exist. */
  canonicalPath(path: string): string | null
  /** Pages for search engines, in the order of the sitemap. */
  sitemapPaths: readonly string[]
  /** The style sheets that pages have inline, for the Content-Security-Policy. */
  extraStyles: readonly string[]
}
