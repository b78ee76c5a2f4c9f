import { escapeXml } from '../platform/escape-xml.ts'
import { blogPath, feedPath, postPath } from '@priormark/core/blog/blog-view'
import type { BlogPost } from '@priormark/core/blog/post'
import { videoFrom } from '@priormark/core/blog/video'
import { decodeEntities, mapHtml } from '@priormark/core/platform/html-tokens'
import { publishedHtml } from '../blog/published-post.ts'
import type { Shop } from '@priormark/core/settings/groups'

/** Returns robots.txt, which excludes the admin, the API and the checkout. @param publicUrl without a trailing slash */
export function robotsText(publicUrl: string): string {
  const disallowedPaths = ['/admin', '/api/', '/checkout', '/success']
  const rules = disallowedPaths.map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${rules}\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** A page in a sitemap. `changedAt` is in ISO 8601. */
export interface SitemapPage {
  path: string
  changedAt?: string
}

/** The limit of the sitemap protocol; more pages are split into parts. */
export const maxSitemapPages = 50_000

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** @param publicUrl without a trailing slash */
export function sitemapXml(publicUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(({ path, changedAt }) => {
    const lastModified = changedAt === undefined ? '' : `<lastmod>${escapeXml(changedAt)}</lastmod>`
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${lastModified}</url>`
  })
  return `${xmlDeclaration}<urlset ${namespace}>${urls.join('')}</urlset>\n`
}

/** Returns the sitemap index at /sitemap.xml, for sites that need several sitemaps. */
export function sitemapIndexXml(publicUrl: string, paths: readonly string[]): string {
  const parts = paths.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>`)
  return `${xmlDeclaration}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>\n`
}

/**
 * Returns the newest posts as RSS 2.0 with their full content. All URLs are absolute, because feed readers show them
 * on other sites.
 */
export function feedXml({ name, publicUrl }: Shop, posts: readonly BlogPost[]): string {
  const lastUpdate = posts
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)
  const channel = [
    element('title', `${name} blog`),
    element('link', publicUrl + blogPath),
    `<atom:link href="${escapeXml(publicUrl + feedPath)}" rel="self" type="application/rss+xml"/>`,
    element('description', 'On making work, sharing it, and proving when it existed.'),
    element('language', 'en'),
    ...(lastUpdate === undefined ? [] : [element('lastBuildDate', rssDate(lastUpdate))]),
    ...posts.map((post) => item(post, publicUrl)),
  ]
  return (
    `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"` +
    ` xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel.join('')}</channel></rss>\n`
  )
}

function item(post: BlogPost, publicUrl: string): string {
  const { id, title, slug, excerpt, content, author, categories, tags, publishedAt, createdAt } = post
  const parts = [
    element('title', title),
    element('link', publicUrl + postPath(slug)),
    `<guid isPermaLink="false">urn:uuid:${id}</guid>`,
    element('pubDate', rssDate(publishedAt ?? createdAt)),
    element('dc:creator', author.firstName),
    ...[...categories, ...tags].map((topic) => element('category', topic.name)),
    element('description', excerpt),
    element('content:encoded', prepareForFeed(publishedHtml(content), publicUrl)),
  ]
  return `<item>${parts.join('')}</item>`
}

/** Makes URLs absolute, and turns videos into links. */
function prepareForFeed(html: string, publicUrl: string): string {
  return mapHtml(html, (token) => {
    if (token.kind === 'close' && token.name === 'oembed') return ''
    if (token.kind !== 'open') return token.html
    const { attributes } = token
    if (token.name === 'oembed') {
      const url = attributes.get('url') ?? ''
      return `<a href="${url}">Watch on ${videoFrom(decodeEntities(url))?.provider ?? 'the web'}</a>`
    }
    return ['href', 'src'].reduce((tag, name) => {
      const address = attributes.get(name) ?? ''
      return /^\/(?!\/)/.test(address) ? tag.replace(` ${name}="`, `$&${publicUrl}`) : tag
    }, token.html)
  })
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** Formats a time as in RSS (RFC 822). */
function rssDate(iso: string): string {
  return new Date(iso).toUTCString()
}
