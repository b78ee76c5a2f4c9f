import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router-dom'

/** Loads code when it is first needed. */
type Load<Code> = () => Promise<Code>

/** A part of a page whose code is loaded separately. The page renders it with <Island>. */
interface PageIsland {
  /** Null in the browser if only the server can render it. */
  load: Load<ComponentType> | null
  /** The island is hydrated as soon as its code is loaded. Otherwise it stays the HTML that the server rendered. */
  isHydrated?: true
}

export interface PublicPage {
  /** The page's path pattern for react-router. */
  path: string
  load: Load<ComponentType>
  /** The document's title. If the API reads a view for the page, the server replaces it with a title from the view. */
  title: (shopName: string) => string
  /** Search engines should index the page, and the sitemap lists it. */
  index?: true
  /** The page's islands, by the id of the element that contains each. */
  islands?: Record<string, PageIsland>
  /** The page's own style sheet; null in the browser. */
  styles?: Load<string> | null
  /** The part of the common style sheet that the page inlines, if not all of it. */
  inlined?: 'landing' | 'text' | 'blog' | 'order'
  /** Only the server has the page's view or style sheet, so the browser loads the page instead of rendering it. */
  needsServer?: true
  /** No header, and no links in the footer. */
  hidesNavigation?: true
  /** The path to report to statistics if the real one contains a secret. */
  statisticsPath?: string
}

const onServer = import.meta.env.SSR

/** The name of the meta element with the address of the whole style sheet, on pages that inline a part of it. */
export const moreStylesName = 'more-styles'

/** The element that carries the state to the browser. */
export const pageStateId = 'page-data'

const withShopName = (title: string) => (shopName: string) => `${title} | ${shopName}`

const blogStyles = onServer ? async () => (await import('../public/blog/blog.css?inline')).default : null

/** The page of a post, a preview or the sample post, which differ only in what the API reads for them. */
const post: Omit<PublicPage, 'path'> = {
  load: async () => (await import('../public/blog/PostPage.tsx')).PostPage,
  title: withShopName('Blog'),
  islands: {
    'blog-post': {
      load: onServer ? async () => (await import('../public/blog/Post.tsx')).Post : null,
    },
    'protect-side': {
      load: onServer ? async () => (await import('../public/blog/Post.tsx')).ProtectSide : null,
    },
  },
  styles: blogStyles,
  inlined: 'blog',
  needsServer: true,
}

const notFound: PublicPage = {
  path: '*',
  load: async () => (await import('../public/platform/not-found/NotFoundPage.tsx')).NotFoundPage,
  title: withShopName('Page not found'),
}

/** All public pages, in the order of the sitemap. To add a page, add an entry here, a component, and a description. */
export const pages: readonly PublicPage[] = [
  {
    path: '/',
    load: async () => (await import('../public/pages/home/HomePage.tsx')).HomePage,
    title: (shopName) => `${shopName}: secure your ideas on the blockchain in minutes`,
    index: true,
    inlined: 'landing',
    islands: {
      steps: { load: async () => (await import('../public/pages/home/StepsIsland.tsx')).Steps },
      reasons: { load: async () => (await import('../public/pages/home/ReasonsIsland.tsx')).loadReasons() },
    },
  },
  {
    path: '/checkout',
    load: async () => (await import('../public/orders/checkout/CheckoutPage.tsx')).CheckoutPage,
    title: withShopName('Complete your purchase'),
    hidesNavigation: true,
  },
  {
    path: '/success',
    load: async () => (await import('../public/orders/success/SuccessPage.tsx')).SuccessPage,
    title: withShopName('Your order'),
  },
  {
    path: '/verify',
    load: async () => (await import('../public/proofs/verify/VerifyPage.tsx')).VerifyPage,
    title: withShopName('Verify a file and its proof'),
    index: true,
    styles: onServer ? async () => (await import('../public/proofs/verify/verify.css?inline')).default : null,
    inlined: 'text',
    needsServer: true,
  },
  {
    path: '/terms',
    load: async () => (await import('../public/settings/legal/LegalPages.tsx')).TermsPage,
    title: withShopName('Terms and Conditions'),
    index: true,
    inlined: 'text',
    islands: {
      'terms-text': {
        load: async () => (await import('../public/settings/legal/LegalText.tsx')).loadTerms(),
      },
    },
  },
  {
    path: '/terms/:id',
    load: async () => (await import('../public/settings/legal/LegalPages.tsx')).AcceptedTermsPage,
    title: withShopName('Terms and Conditions'),
    inlined: 'text',
    islands: {
      'accepted-terms': {
        load: onServer
          ? async () => (await import('../public/settings/legal/LegalText.tsx')).loadTerms()
          : null,
      },
    },
    needsServer: true,
  },
  {
    path: '/privacy',
    load: async () => (await import('../public/settings/legal/LegalPages.tsx')).PrivacyPage,
    title: withShopName('Privacy'),
    index: true,
    inlined: 'text',
    islands: {
      'privacy-text': {
        load: async () => (await import('../public/settings/legal/LegalText.tsx')).loadPrivacy(),
      },
    },
  },
  {
    path: '/my-works',
    load: async () => (await import('../public/orders/my-works/MyWorksPage.tsx')).MyWorksPage,
    title: withShopName('My works'),
  },
  {
    path: '/order/:key',
    load: async () => (await import('../public/orders/order-page/OrderPage.tsx')).OrderPage,
    title: withShopName('Your order'),
    islands: {
      'order-body': {
        load: async () => (await import('../public/orders/order-page/OrderBody.tsx')).OrderBody,
        isHydrated: true,
      },
      'no-order': {
        load: onServer ? async () => (await import('../public/orders/order-page/NoOrder.tsx')).NoOrder : null,
      },
    },
    styles: onServer
      ? async () => (await import('../public/orders/order-page/order.css?inline')).default
      : null,
    inlined: 'order',
    needsServer: true,
    statisticsPath: '/order',
  },
  {
    path: '/blog',
    load: async () => (await import('../public/blog/BlogPage.tsx')).BlogPage,
    title: withShopName('Blog'),
    islands: {
      'blog-list': {
        load: onServer ? async () => (await import('../public/blog/PostList.tsx')).PostList : null,
      },
    },
    styles: blogStyles,
    inlined: 'blog',
    needsServer: true,
  },
  { ...post, path: '/blog/:slug' },
  { ...post, path: '/blog/test/post' },
  { ...post, path: '/blog/preview/:token', statisticsPath: '/blog/preview' },
  notFound,
]

/** Returns a page as a route for react-router. Paths are case-sensitive, as for the server. */
export const routeOf = (page: PublicPage) => ({ path: page.path, caseSensitive: true, page })

const routes = pages.map(routeOf)
/** The pages by path and by pattern, because matching all routes takes as long as rendering a small page. */
const pagesByPath = new Map(pages.map((page) => [page.path, page]))
const patterns = pages
  .filter(({ path }) => path.includes(':'))
  .map((page) => ({ page, pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}$`) }))

/** Returns the page that a path shows. */
export function pageAt(path: string): PublicPage {
  const simpleMatch = pagesByPath.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page
  return simpleMatch ?? matchRoutes(routes, path)?.at(-1)?.route.page ?? notFound
}

/** Returns a path for statistics, without the secret of an order or a preview. */
export function pathForStatistics(path: string): string {
  return pageAt(path).statisticsPath ?? path
}
