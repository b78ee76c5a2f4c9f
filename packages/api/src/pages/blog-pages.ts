import {
  blogListPath,
  blogPath,
  feedPath,
  postPath,
  samplePostPath,
  type BlogView,
} from '@priormark/core/blog/blog-view'
import { AppError } from '@priormark/core/platform/errors'
import { maxSearchLength } from '@priormark/core/platform/limits'
import type { Shop } from '@priormark/core/settings/groups'
import type { PageView } from '@priormark/core/pages/site-server'
import { trimEndOf } from '@priormark/core/platform/trim-end'
import type { Context } from 'koa'
import { searchLimit } from '../blog/post-list.ts'
import { readParameter } from '../platform/http/query.ts'
import type { BlogSource } from './blog-source.ts'
import { maxSitemapPages, sitemapIndexXml, sitemapXml, feedXml } from './crawlers.ts'
import type { PageCache } from './page-cache.ts'
import { redirect, sendPrivate, type PageResponse } from './page-response.ts'
import type { PageContext } from './site-source.ts'

interface BlogPagesDeps {
  source: BlogSource
  readShop: () => Promise<Shop>
  publicUrl: string
  /** Pages outside the blog that belong in the sitemap. */
  sitemapPaths: readonly string[]
  cache: PageCache
  render(path: string, view: PageView): Promise<PageResponse>
}

const xmlType = { rss: 'application/rss+xml; charset=utf-8', sitemap: 'application/xml; charset=utf-8' }

/**
 * Creates the handler of the list, the posts, their previews, the feed and the sitemap.
 * @returns a function that sends the page, or returns false if the address is not one of these
 */
export function createBlogPages(deps: BlogPagesDeps): (ctx: PageContext) => Promise<boolean> {
  const { source, readShop, publicUrl, sitemapPaths, cache, render } = deps

  async function handle(ctx: PageContext): Promise<boolean> {
    const { path } = ctx
    const sitemapPart = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(path)
    const isBlog = path === blogPath || path.startsWith(`${blogPath}/`)
    if (!isBlog && sitemapPart === null) return false
    if (path.endsWith('/')) {
      redirect(ctx, trimEndOf(path, '/'))
      return true
    }
    const token = /^\/blog\/preview\/([^/]+)$/.exec(path)?.[1]
    if (token !== undefined) return sendPreview(ctx, token)

    if (sitemapPart !== null) return sendSitemap(ctx, sitemapPart[1])
    if (path === feedPath)
      return send(ctx, path, async () => xmlResponse('rss', feedXml(await readShop(), await source.newest())))
    if (path === blogPath) return sendList(ctx)
    if (path === samplePostPath) return send(ctx, path, () => render(path, { kind: 'sample-post' }))
    const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
    return slug === undefined ? false : sendPost(ctx, decodeSlug(slug))
  }

  async function send(ctx: Context, address: string, make: () => Promise<PageResponse>): Promise<true> {
    await cache.send(ctx, address, make)
    return true
  }

  async function sendList(ctx: PageContext): Promise<boolean> {
    const query = readListQuery(ctx)
    const retryAfterSeconds = query.search === '' ? null : await secondsUntilSearch(ctx)
    if (retryAfterSeconds !== null) {
      ctx.set('Retry-After', String(retryAfterSeconds))
      await sendPrivate(ctx, await render(blogPath, { kind: 'list-limited', ...query, retryAfterSeconds }))
      return true
    }
    return send(ctx, blogListPath(query), async () => {
      try {
        const list = await source.list(query)
        const response = await render(blogPath, { kind: 'list', ...query, ...list })
        // The number of searches, and of pages after the last one, is unlimited, so these are not cached.
        const isCacheable = response.isCacheable && response.status === 200 && query.search === ''
        return { ...response, isCacheable }
      } catch (error) {
        source.onFailure(error)
        return { ...(await render(blogPath, { kind: 'list-failed', ...query })), isCacheable: false }
      }
    })
  }

  async function sendPost(ctx: Context, slug: string): Promise<boolean> {
    // Encoded, so that a slash in the slug stays part of it.
    const path = postPath(encodeURIComponent(slug))
    return send(ctx, path, async () => {
      try {
        const post = await source.post(slug)
        if (post === null) {
          const repairedSlug = repairSlug(slug)
          if (repairedSlug !== slug && (await source.post(repairedSlug)) !== null)
            return redirectToPost(repairedSlug)
          return { ...(await render(path, { kind: 'post-missing' })), isCacheable: false }
        }
        if (post.slug === slug)
          return { ...(await render(path, { kind: 'post', post, isPreview: false })), postId: post.id }
        return redirectToPost(post.slug)
      } catch (error) {
        source.onFailure(error)
        return { ...(await render(path, { kind: 'post-missing' })), status: 503, isCacheable: false }
      }
    })
  }

  /** The draft is for people with the link only, so no cache may store it. */
  async function sendPreview(ctx: Context, token: string): Promise<true> {
    const post = /^[\w-]{43}$/.test(token) ? await source.preview(token) : null
    const view: BlogView = post === null ? { kind: 'post-missing' } : { kind: 'post', post, isPreview: true }
    ctx.set('Referrer-Policy', 'no-referrer')
    await sendPrivate(ctx, await render(ctx.path, view))
    return true
  }

  async function sendSitemap(ctx: Context, part: string | undefined): Promise<boolean> {
    const sitePages = [...sitemapPaths, blogPath].map((path) => ({ path }))
    const total = sitePages.length + (await source.countPublished())
    const isSinglePart = total <= maxSitemapPages
    const perPart = maxSitemapPages - sitePages.length
    const parts = Math.ceil((total - sitePages.length) / perPart)
    if (part !== undefined && (isSinglePart || Number(part) > parts)) return false
    const makeSitemap = async () => {
      if (!isSinglePart && part === undefined) {
        const paths = Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`)
        return xmlResponse('sitemap', sitemapIndexXml(publicUrl, paths))
      }
      const offset = (Number(part ?? 1) - 1) * perPart
      const posts = await source.addresses({ offset, limit: perPart })
      return xmlResponse('sitemap', sitemapXml(publicUrl, offset === 0 ? [...sitePages, ...posts] : posts))
    }
    return send(ctx, ctx.path, makeSitemap)
  }

  return handle
}

/** Returns a slug in lower case, without the punctuation at its end that email programs take for a part of the address. */
function repairSlug(slug: string): string {
  return slug.toLowerCase().replace(/[^\p{L}\p{N}]{1,5}$/u, '')
}

function redirectToPost(slug: string): PageResponse {
  return { status: 301, text: '', location: postPath(slug), isCacheable: false }
}

/** Counts a search by this network. Returns null if it is allowed, or else in how many seconds the next one is. */
async function secondsUntilSearch({ state }: PageContext): Promise<number | null> {
  try {
    await state.countCall(searchLimit)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return error.retryAfterSeconds ?? 1
    // The search itself fails the same way, and has a page for that.
  }
  return null
}

/** Reads the query of the list. Anything but a page number means the first page. */
function readListQuery({ querystring }: Context): { search: string; page: number } {
  const page = readParameter(querystring, 'page') ?? ''
  return {
    search: (readParameter(querystring, 'search') ?? '').trim().slice(0, maxSearchLength),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

function xmlResponse(kind: keyof typeof xmlType, text: string): PageResponse {
  return { status: 200, text, type: xmlType[kind], isCacheable: true }
}

function decodeSlug(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
