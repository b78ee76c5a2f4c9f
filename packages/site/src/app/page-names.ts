/** The public pages. */
export type PageName =
  | 'home'
  | 'checkout'
  | 'success'
  | 'terms'
  | 'privacy'
  | 'verify'
  | 'order'
  | 'blog'
  | 'blog-post'
  | 'not-found'

const names: Record<string, PageName> = {
  '/': 'home',
  '/checkout': 'checkout',
  '/success': 'success',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/verify': 'verify',
}

/** The one address of a page whose words stand in the code, without a slash at its end; null where there is no page. */
export function canonicalPath(path: string): string | null {
  const trimmed = path === '/' ? path : path.replace(/\/+$/, '')
  return Object.hasOwn(names, trimmed) ? trimmed : null
}

/** Which page a path shows. */
export function pageNameOf(path: string): PageName {
  const trimmed = path.replace(/\/+$/, '')
  const drawn = blogPageOf(trimmed) ?? (/^\/order\/[^/]+$/.test(trimmed) ? 'order' : null)
  return names[canonicalPath(path) ?? ''] ?? drawn ?? 'not-found'
}

/** A path as it may be told to others: without the secret that leads to an order or to a draft. */
export function pathForStatistics(path: string): string {
  if (pageNameOf(path) === 'order') return '/order'
  return path.startsWith('/blog/preview/') ? '/blog/preview' : path
}

function blogPageOf(path: string): PageName | null {
  if (path === '/blog') return 'blog'
  return /^\/blog\/(test\/post|(preview\/)?[^/]+)$/.test(path) ? 'blog-post' : null
}

/** What the browser's tab says; a post that the server drew says its own. */
export function pageTitle(name: PageName, shopName: string): string {
  const titles: Record<PageName, string> = {
    home: `${shopName}: secure your ideas on the blockchain in minutes`,
    checkout: `Complete your purchase | ${shopName}`,
    success: `Thank you for your order | ${shopName}`,
    terms: `Terms and Conditions | ${shopName}`,
    privacy: `Privacy | ${shopName}`,
    verify: `Verify a file and its proof | ${shopName}`,
    order: `Your order | ${shopName}`,
    blog: `Blog | ${shopName}`,
    'blog-post': `Blog | ${shopName}`,
    'not-found': `Page not found | ${shopName}`,
  }
  return titles[name]
}
