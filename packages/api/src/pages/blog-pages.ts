import {
  blogListPath,
  blogPath,
  feedPath,
  postPath,
  samplePostPath,
  type BlogView,
} from '@priormark/core/blog/blog-view'
import { maxSearchLength } from '@priormark/core/limits'
import type { Context } from 'koa'
import type { Shop } from '../shop.ts'
import type { BlogSource } from './blog-source.ts'
import { maxSitemapPages, sitemapIndexXml, sitemapXml } from './crawlers.ts'
import { sendEncoded } from './encodings.ts'
import { feedXml } from './feed.ts'
import { createFreshness } from './freshness.ts'
import { encodePage, type DrawnPage, type MadePage, type PageCache } from './page-cache.ts'

export interface BlogPagesOptions {
  source: BlogSource
  shop: Shop
  /** The pages besides the blog's that search engines should know. */
  stillPaths: readonly string[]
  cache: PageCache
  /** Draws what was read. */
  make(path: string, view: BlogView): Promise<MadePage>
}

/** The list, the posts, their previews, the feed and the sitemap. */
export interface BlogPages {
  /** Answers where the address is one of these; false where it is none. */
  answer(ctx: Context): Promise<boolean>
  /** The page at an address, where it is drawn and holds. */
  peek(address: string): DrawnPage | undefined
  clear(): void
}

const xmlType = { rss: 'application/rss+xml; charset=utf-8', sitemap: 'application/xml; charset=utf-8' }

/** Makes the pages of the blog, drawn once and kept until a post changes. */
export function createBlogPages({ source, shop, stillPaths, cache, make }: BlogPagesOptions): BlogPages {
  const { publicUrl } = shop
  // Posts also change by the clock and by other processes, which do not tell.
  const freshness = createFreshness(source.sequence, () => cache.clear())

  async function answer(ctx: Context): Promise<boolean> {
    const { path } = ctx
    const sitemapPart = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(path)
    const isBlog = path === blogPath || path.startsWith(`${blogPath}/`)
    if (!isBlog && sitemapPart === null) return false
    if (path.endsWith('/')) return moveTo(ctx, path.replace(/\/+$/, '') + ctx.search)
    const token = /^\/blog\/preview\/([\w-]{43})$/.exec(path)?.[1]
    if (token !== undefined) return answerPreview(ctx, token)

    await freshness.check()
    if (sitemapPart !== null) return answerSitemap(ctx, sitemapPart[1])
    if (path === feedPath) {
      return send(ctx, await cache.read(path, async () => xml('rss', feedXml(shop, await source.newest()))))
    }
    if (path === blogPath) return answerList(ctx)
    if (path === samplePostPath) {
      return send(ctx, await cache.read(path, () => make(path, { kind: 'sample-post' })))
    }
    const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
    return slug === undefined ? false : answerPost(ctx, decoded(slug))
  }

  async function answerList(ctx: Context): Promise<boolean> {
    const asked = listAsked(ctx)
    const address = blogListPath(asked)
    const makeList = async (): Promise<MadePage> => {
      try {
        const found = await source.list(asked)
        const made = await make(blogPath, { kind: 'list', ...asked, ...found })
        // There are as many searches, and numbers past the last page, as people can think of.
        return { ...made, lasts: made.lasts && made.status === 200 && asked.search === '' }
      } catch (error) {
        source.onFailure(error)
        return { ...(await make(blogPath, { kind: 'list-failed', ...asked })), lasts: false }
      }
    }
    return send(ctx, await cache.read(address, makeList))
  }

  async function answerPost(ctx: Context, slug: string): Promise<boolean> {
    const address = postPath(slug)
    const makePost = async (): Promise<MadePage> => {
      try {
        const post = await source.post(slug)
        if (post === null) return { ...(await make(address, { kind: 'post-missing' })), lasts: false }
        if (post.slug === slug) return await make(address, { kind: 'post', post, isPreview: false })
        return { status: 301, text: '', location: postPath(post.slug), lasts: false }
      } catch (error) {
        source.onFailure(error)
        return { ...(await make(address, { kind: 'post-missing' })), status: 503, lasts: false }
      }
    }
    return send(ctx, await cache.read(address, makePost))
  }

  /** Whoever has the link sees the draft, and no cache between does: nothing of it is kept anywhere. */
  async function answerPreview(ctx: Context, token: string): Promise<boolean> {
    const post = await source.preview(token)
    const view: BlogView = post === null ? { kind: 'post-missing' } : { kind: 'post', post, isPreview: true }
    const made = await make(ctx.path, view)
    send(ctx, await encodePage({ ...made, lasts: false }))
    ctx.set('Cache-Control', 'private, no-store')
    ctx.set('X-Robots-Tag', 'noindex')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.remove('ETag')
    return true
  }

  async function answerSitemap(ctx: Context, part: string | undefined): Promise<boolean> {
    const first = [...stillPaths, blogPath].map((path) => ({ path }))
    const total = first.length + (await source.countPublished())
    const isWhole = total <= maxSitemapPages
    const perPart = maxSitemapPages - first.length
    const parts = Math.ceil((total - first.length) / perPart)
    if (part !== undefined && (isWhole || Number(part) > parts)) return false
    const makeSitemap = async () => {
      if (!isWhole && part === undefined) {
        const paths = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`)
        return xml('sitemap', sitemapIndexXml(publicUrl, paths))
      }
      const offset = (Number(part ?? 1) - 1) * perPart
      const posts = await source.addresses({ offset, limit: perPart })
      return xml('sitemap', sitemapXml(publicUrl, offset === 0 ? [...first, ...posts] : posts))
    }
    return send(ctx, await cache.read(ctx.path, makeSitemap))
  }

  return {
    answer,
    peek: (address) => (freshness.isFresh() ? cache.peek(address) : undefined),
    clear: () => cache.clear(),
  }
}

/** What is asked of the list. Anything that is no page number means the first page. */
function listAsked({ query }: Context): { search: string; page: number } {
  const { search, page } = query
  return {
    search: typeof search === 'string' ? search.trim().slice(0, maxSearchLength) : '',
    page: typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

function send(ctx: Context, { status, body, location }: DrawnPage): true {
  if (location !== undefined) return moveTo(ctx, location + ctx.search)
  ctx.set('Cache-Control', 'no-cache')
  sendEncoded(ctx, status, body)
  return true
}

function moveTo(ctx: Context, address: string): true {
  ctx.set('Cache-Control', 'no-cache')
  ctx.status = 301
  ctx.redirect(address)
  return true
}

function xml(kind: keyof typeof xmlType, text: string): MadePage {
  return { status: 200, text, type: xmlType[kind], lasts: true }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
