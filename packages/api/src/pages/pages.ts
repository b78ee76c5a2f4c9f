import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context, Middleware } from 'koa'
import type { OrderPageSource } from '../orders/order-page-source.ts'
import type { Shop } from '../shop.ts'
import { createBlogPages } from './blog-pages.ts'
import type { BlogSource } from './blog-source.ts'
import { robotsText } from './crawlers.ts'
import { encodeText, sendEncoded } from './encodings.ts'
import { createFreshness } from './freshness.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { createOrderPages } from './order-pages.ts'
import { createPageCache, type MadePage } from './page-cache.ts'
import { fillTemplate, notFoundPath, readSiteServer, type PageData } from './site-server.ts'
import { isPublicFile, openStaticFiles } from './static-files.ts'

export interface PagesOptions {
  /** The site's package, with its build in dist/. */
  siteDir: string
  shop: Shop
  paymentsMode: PageData['paymentsMode']
  analytics: PageData['analytics']
  fileRetentionDays: number
  /** The price in dollars. Where it fails, pages show the stated fallback and are not kept. */
  readPrice: () => Promise<number>
  /** While this number stays the same, so does the price. */
  priceVersion: () => Promise<number>
  blog: BlogSource
  orders: OrderPageSource
}

/** What a change can be of; pages that show nothing of it are kept. */
export type Changed = 'blog' | 'everything'

export interface Pages {
  /** Answers GET and HEAD for everything that is not a call of the API. */
  middleware: Middleware
  /** Answers a page that is kept, before the framework starts; false where it must see to the request. */
  answerKept: KeptAnswers['answer']
  /** Forgets the drawn pages that show what has changed. */
  clear(changed: Changed): void
  /** What the Content-Security-Policy must allow besides 'self', quoted as it stands there. */
  contentSecurity: { scriptSources: readonly string[]; styleSources: readonly string[] }
  /** What an operator should replace before going live, a sentence each. */
  warnings: readonly string[]
}

/** How many pages of the blog are kept drawn: some 30 MB. */
const maxBlogPages = 500

/** Serves the built site: drawn pages, the admin's shell, files, and what crawlers ask for. */
export async function createPages(options: PagesOptions): Promise<Pages> {
  const { siteDir, shop } = options
  const clientDir = path.join(siteDir, 'dist/client')
  const serverFile = path.join(siteDir, 'dist/server/entry-server.js')
  const server = readSiteServer(await import(pathToFileURL(serverFile).href))
  const template = await readFile(path.join(clientDir, 'index.html'), 'utf8')
  const files = await openStaticFiles(clientDir)
  const robots = await encodeText('text/plain; charset=utf-8', Buffer.from(robotsText(shop.publicUrl)))

  // The caller passes known paths only, so the cache has as many pages as the site.
  const cache = createPageCache({ maxPages: Number.POSITIVE_INFINITY })
  const makePage = async (pagePath: string): Promise<MadePage> => {
    const { data, lasts } = await readPageData(options)
    const page = server.renderPage({ path: pagePath, data })
    return { status: page.status, text: fillTemplate(template, page), lasts }
  }
  const blog = createBlogPages({
    source: options.blog,
    shop,
    stillPaths: server.sitemapPaths,
    cache: createPageCache({ maxPages: maxBlogPages }),
    async make(pagePath, view) {
      const { data, lasts } = await readPageData(options)
      const page = server.renderBlogPage({ path: pagePath, data, view })
      return { status: page.status, text: fillTemplate(template, page), lasts }
    },
  })

  const answerOrder = createOrderPages({
    source: options.orders,
    async make(pagePath, view) {
      const { data } = await readPageData(options)
      const page = server.renderOrderPage({ path: pagePath, data, view })
      return { status: page.status, text: fillTemplate(template, page), lasts: false }
    },
  })

  const clear = (changed: Changed) => {
    blog.clear()
    if (changed === 'everything') cache.clear()
  }
  // Another process that changes the price does not tell.
  const freshness = createFreshness(options.priceVersion, () => clear('everything'))
  const keptAnswers = createKeptAnswers((address) =>
    freshness.isFresh() ? (cache.peek(address) ?? blog.peek(address)) : undefined,
  )

  const middleware: Middleware = async (ctx, next) => {
    const { path: requested } = ctx
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || isCall(requested)) return next()

    if (requested.startsWith('/assets/') || requested === '/sw.js') {
      if (await files.send(ctx, requested)) return
      ctx.throw(404)
    }
    if (requested === '/admin' || requested.startsWith('/admin/')) {
      await files.send(ctx, '/admin.html')
      return
    }

    await freshness.check()
    if (await blog.answer(ctx)) return keepAnswer(ctx)
    if (await answerOrder(ctx)) return
    const pagePath = server.canonicalPath(requested)
    if (pagePath === null) {
      ctx.set('Cache-Control', 'no-cache')
      if (requested === '/robots.txt') return sendEncoded(ctx, 200, robots)
      if (isPublicFile(requested) && (await files.send(ctx, requested))) return
    } else if (pagePath !== requested) {
      ctx.status = 301
      return ctx.redirect(pagePath + ctx.search)
    }
    const shown = pagePath ?? notFoundPath
    const page = await cache.read(shown, () => makePage(shown))
    ctx.set('Cache-Control', 'no-cache')
    sendEncoded(ctx, page.status, page.body)
    keepAnswer(ctx)
  }

  function keepAnswer(ctx: Context): void {
    if (ctx.method === 'GET' && Buffer.isBuffer(ctx.body)) keptAnswers.keep(ctx.res, ctx.body)
  }

  return {
    middleware,
    answerKept: (request, response) => keptAnswers.answer(request, response),
    clear,
    contentSecurity: {
      scriptSources: [],
      styleSources: [...stylesIn(template), ...server.extraStyles].map(hashSource),
    },
    warnings: server.sampleWarnings,
  }
}

/** What every page is drawn from. Without the price a page still stands, for now: `lasts` says whether it may be kept. */
export async function readPageData({
  readPrice,
  shop,
  paymentsMode,
  analytics,
  fileRetentionDays,
}: PagesOptions): Promise<{ data: PageData; lasts: boolean }> {
  const price = await readPrice().catch(() => null)
  const data = { price, year: new Date().getUTCFullYear(), shop, paymentsMode, analytics, fileRetentionDays }
  return { data, lasts: price !== null }
}

/** Whether a path belongs to the API, with its badges, or to the embedded payment provider. */
export function isCall(requested: string): boolean {
  return /^\/(api|badge|__stripe)(\/|$)/.test(requested)
}

function stylesIn(html: string): string[] {
  return Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, css = '']) => css)
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
