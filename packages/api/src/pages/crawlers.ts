/** robots.txt: the shop's own pages may be read, nobody's order may. @param publicUrl without a slash at its end */
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

/** A page as a sitemap lists it. `changedAt` in ISO 8601. */
export interface SitemapPage {
  path: string
  changedAt?: string
}

/** The most pages a sitemap may have by its protocol; more of them are told in parts. */
export const maxSitemapPages = 50_000

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A sitemap. @param publicUrl without a slash at its end */
export function sitemapXml(publicUrl: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${escapeXml(changedAt)}</lastmod>`
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`
  })
  return `${xmlStart}<urlset ${namespace}>${urls.join('')}</urlset>\n`
}

/** What stands at /sitemap.xml where one sitemap would be too long: the addresses of its parts. */
export function sitemapIndexXml(publicUrl: string, paths: readonly string[]): string {
  const parts = paths.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>`)
  return `${xmlStart}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>\n`
}

/** Text as it may stand in an element or an attribute of XML. Characters that XML cannot have are left out. */
export function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}
