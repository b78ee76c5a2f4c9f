import { Uuid } from '@priormark/core/platform/ids'
import { priceEndpoints, type ServicePrice } from '@priormark/core/orders/price/endpoints'
import { proofPagePath, verifyPath } from '@priormark/core/proofs/proof/proof-page'
import type { LegalContent } from '@priormark/core/settings/public-endpoints'
import { legalContent, type SiteTexts } from '@priormark/core/settings/site-texts'
import type { PageData, PageView } from '@priormark/core/pages/site-server'
import type { Context, Middleware } from 'koa'
import * as v from 'valibot'
import { isMalformedPage } from '../platform/http/malformed-address.ts'
import { readParameter } from '../platform/http/query.ts'
import type { RequestState } from '../platform/http/state.ts'
import { termsIdOf } from '../settings/accepted-terms-service.ts'
import { withoutSamples, type ShopSettings } from '../settings/shop-settings.ts'
import { createBlogPages } from './blog-pages.ts'
import type { BlogSource } from './blog-source.ts'
import { robotsText } from './crawlers.ts'
import { createPageCache, type PageCacheDeps } from './page-cache.ts'
import { type PageResponse, redirect, sendPrivate } from './page-response.ts'
import { fillTemplate, openSiteBuild, type SiteSource } from './site-source.ts'
import type { OrderPageSource } from '../orders/fulfillment/order-progress-service.ts'

export interface PagesDeps {
  /** The folder of the site's package. */
  siteDir: string
  publicUrl: string
  /** What pages show of the settings. */
  readSettings: () => Promise<Pick<ShopSettings, 'shop' | 'policy' | 'texts' | 'analytics'>>
  readPaymentsMode: () => Promise<PageData['paymentsMode']>
  /** Whether sample content is shown: never in production. */
  showsSamples: boolean
  /** Reads the price in dollars. If that fails, pages show the fallback price and are not cached. */
  readPrice: () => Promise<number>
  /** Reads a value that changes with the price and the settings. */
  dataVersion: () => Promise<string>
  blog: BlogSource
  readOrder: OrderPageSource
  /** Reads terms that an order was placed under; null for an unknown id. */
  readTerms: (id: string) => Promise<LegalContent | null>
  /** Called whenever the page of a published post is sent. */
  onPostSent: PageCacheDeps['onPostSent']
}

export type Pages = Awaited<ReturnType<typeof servePages>>

/** They take about 30 MB. */
const maxCachedPages = 500

/** The address for which every missing page is rendered, since they all look the same. */
const notFoundPath = '/404'

/** Serves the built site: pages, the admin, files, and documents for crawlers. */
export async function createPages(deps: PagesDeps): Promise<Pages> {
  return servePages(deps, await openSiteBuild(deps.siteDir), maxCachedPages)
}

/** @param maxEntries 0 in development, where every request renders the current sources */
export async function servePages(deps: PagesDeps, site: SiteSource, maxEntries: number) {
  const { publicUrl, readSettings, blog, readOrder, dataVersion } = deps
  const cache = createPageCache({
    maxEntries,
    readVersion: async () => (await Promise.all([dataVersion(), blog.version()])).join(),
    onPostSent: deps.onPostSent,
  })

  async function render(
    path: string,
    view: PageView | null,
    proofId: string | null = null,
  ): Promise<PageResponse> {
    const { texts, ...data } = await readPageData(deps)
    const page = (await site.server()).renderPage({ path, data, texts, view, proofId })
    const text = fillTemplate(await site.readTemplate(path), page)
    return { status: page.status, text, isCacheable: data.price !== null }
  }

  /** The price changes together with the pages that show it, so it is cached like them. */
  const renderPrice = async (): Promise<PageResponse> => ({
    status: 200,
    text: JSON.stringify({ price: await deps.readPrice() } satisfies v.InferOutput<typeof ServicePrice>),
    type: 'application/json; charset=utf-8',
    isReply: true,
    isCacheable: true,
  })

  const readShop = async () => (await readSettings()).shop
  const { sitemapPaths } = await site.server()
  const sendBlogPage = createBlogPages({ source: blog, readShop, publicUrl, sitemapPaths, cache, render })

  /** Sends the page behind an order's link. It is rendered for each request and never cached. */
  async function sendOrderPage(ctx: Context): Promise<boolean> {
    const [, key, slashes] = /^\/order\/([^/]+)(\/*)$/.exec(ctx.path) ?? []
    if (key === undefined) return false
    if (slashes !== '') {
      redirect(ctx, `/order/${key}`)
      ctx.set('Cache-Control', 'private, no-store')
      ctx.set('X-Robots-Tag', 'noindex')
      return true
    }
    await sendPrivate(ctx, await render(ctx.path, await readOrder({ key, address: ctx.ip })))
    return true
  }

  async function sendTermsPage(ctx: Context): Promise<boolean> {
    const [, id] = /^\/terms\/([^/]+)$/.exec(ctx.path) ?? []
    const content = id === undefined ? null : await deps.readTerms(id)
    if (content === null) return false
    await cache.send(ctx, ctx.path, () => render(ctx.path, { kind: 'terms', content }))
    return true
  }

  const sendNotFound = (ctx: Context) => cache.send(ctx, notFoundPath, () => render(notFoundPath, null))

  /** Handles GET and HEAD for everything outside the API, and for the price. Changes by administrators expire cached pages. */
  const middleware: Middleware<RequestState> = async (ctx, next) => {
    const { path } = ctx
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      await next()
      // Administrators see a change on the next page that they open, and others within a second.
      if (path.startsWith('/api/admin/')) cache.checkVersion()
      return
    }
    if (path === priceEndpoints.read.path) return cache.send(ctx, path, renderPrice)
    if (!isPagePath(path)) return next()
    // The site's router would log a malformed address to the console, and the database would reject it.
    if (isMalformedPage(ctx)) return sendNotFound(ctx)
    if (path === '/admin' || path.startsWith('/admin/')) return site.sendAdmin(ctx)
    if ((await sendBlogPage(ctx)) || (await sendOrderPage(ctx)) || (await sendTermsPage(ctx))) return
    const canonicalPath = (await site.server()).canonicalPath(path)
    if (canonicalPath !== null) {
      if (canonicalPath !== path) return redirect(ctx, canonicalPath)
      const proofId = readProofId(ctx)
      if (proofId === null) return cache.send(ctx, path, () => render(path, null))
      // The number of proofs is unlimited, so these are not cached.
      const renderOnce = async () => ({ ...(await render(path, null, proofId)), isCacheable: false })
      return cache.send(ctx, proofPagePath(proofId), renderOnce)
    }
    if (path === '/robots.txt') return cache.send(ctx, path, async () => robotsResponse(publicUrl))
    if (await site.sendFile(ctx)) return
    await sendNotFound(ctx)
  }

  return { middleware, respondFromCache: cache.resend, contentSecurity: site.contentSecurity }
}

/** Returns the proof that an address of the verify page names, or null. */
function readProofId({ path, querystring }: Context): string | null {
  if (path !== verifyPath) return null
  const proofId = v.safeParse(Uuid, readParameter(querystring, 'proof'))
  return proofId.success ? proofId.output : null
}

async function readPageData(deps: PagesDeps): Promise<PageData & { texts: SiteTexts }> {
  const { readPrice, readSettings, showsSamples } = deps
  const paymentsMode = await deps.readPaymentsMode()
  const { shop, policy, texts: textsWithSamples, analytics } = await readSettings()
  const texts = showsSamples ? textsWithSamples : withoutSamples(textsWithSamples)
  const hasReviews = texts.reviews.length > 0
  const price = await readPrice().catch(() => null)
  const year = new Date().getUTCFullYear()
  const analyticsHost = analytics === null ? null : new URL(analytics.url).host
  const termsId =
    price === null ? null : termsIdOf(legalContent(texts.legal.terms, { shop, policy, price, analyticsHost }))
  return { price, year, shop, policy, termsId, hasReviews, paymentsMode, analytics, texts }
}

function robotsResponse(publicUrl: string): PageResponse {
  return { status: 200, text: robotsText(publicUrl), type: 'text/plain; charset=utf-8', isCacheable: true }
}

/** Whether a path belongs to the site: not to the API, the badges, the share images or the embedded payment provider. */
export function isPagePath(path: string): boolean {
  return !/^\/(api|badge|share|__stripe)(\/|$)/.test(path)
}
