import { escapeXml } from '../platform/escape-xml.ts'

/** Returns robots.txt, which excludes the pages of orders. @param publicUrl without a trailing slash */
export function robotsText(publicUrl: string): string {
  const closed = ['/admin', '/api/', '/checkout', '/success']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** A page in a sitemap. `changedAt` in ISO 8601. */
export interface SitemapPage {
  path: string
  changedAt?: string
}

/** The limit of the sitemap protocol; more pages are split into parts. */
export const maxSitemapPages = 50_000

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** @param publicUrl without a trailing slash */
export function sitemapXml(publicUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${escapeXml(changedAt)}</lastmod>`
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`
  })
  return `${xmlStart}<urlset ${namespace}>${urls.join('')}</urlset>\n`
}

/** Returns the sitemap index at /sitemap.xml, for sites that need several sitemaps. */
export function sitemapIndexXml(publicUrl: string, paths: readonly string[]): string {
  const parts = paths.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>`)
  return `${xmlStart}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>\n`
}
