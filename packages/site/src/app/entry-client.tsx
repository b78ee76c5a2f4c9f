import { lazy, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { pageDataId, readPageData } from '../public/page-data.ts'
import { pageNameOf, type PageName } from './page-names.ts'
import { Site, type Pages } from './Site.tsx'

const loaders: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('../public/home/KeptHomePage.tsx')).KeptHomePage,
  checkout: async () => (await import('../public/checkout/CheckoutPage.tsx')).CheckoutPage,
  success: async () => (await import('../public/success/SuccessPage.tsx')).SuccessPage,
  terms: async () => (await import('../public/terms/TermsPage.tsx')).TermsPage,
  privacy: async () => (await import('../public/privacy/PrivacyPage.tsx')).PrivacyPage,
  verify: async () => (await import('../public/verify/KeptVerifyPage.tsx')).KeptVerifyPage,
  order: async () => (await import('../public/order/KeptOrderPage.tsx')).KeptOrderPage,
  blog: async () => (await import('../public/blog/KeptListPage.tsx')).KeptListPage,
  'blog-post': async () => (await import('../public/blog/KeptPostPage.tsx')).KeptPostPage,
  'not-found': async () => (await import('../public/not-found/NotFoundPage.tsx')).NotFoundPage,
}

function lazyPage(name: PageName): ComponentType {
  return lazy(async () => ({ default: await loaders[name]().catch(loadAnew) }))
}

/** Loads the whole page in place of the part that did not come. Never resolves: what asked for it goes away. */
function loadAnew(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** Loads the page anew where the server has another build by now. Without a network nothing is gone, and nobody leaves. */
async function loadAnewIfReplaced(): Promise<void> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const answer = await fetch(location.pathname)
  if (answer.ok && script && !(await answer.text()).includes(script)) location.reload()
}

/** Brings the page that the server drew to life; resolves once it answers to clicks and keys. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const json = document.getElementById(pageDataId)?.textContent
  if (root === null || json === undefined) throw new Error('The page lacks its root or its data')
  const data = readPageData(json)

  const current = pageNameOf(location.pathname)
  const pages: Pages = {
    home: lazyPage('home'),
    checkout: lazyPage('checkout'),
    success: lazyPage('success'),
    terms: lazyPage('terms'),
    privacy: lazyPage('privacy'),
    verify: lazyPage('verify'),
    order: lazyPage('order'),
    blog: lazyPage('blog'),
    'blog-post': lazyPage('blog-post'),
    'not-found': lazyPage('not-found'),
  }
  // Already there when hydration starts, so that it never shows a gap.
  pages[current] = await loaders[current]()

  // After a deployment an old page may ask for a part that is gone; whoever asked says so, and the new page has the new one.
  addEventListener('vite:preloadError', () => void loadAnewIfReplaced().catch(() => {}))
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <Site data={data} pages={pages} onHydrated={resolve} />
      </BrowserRouter>,
    )
  })
  // Where nothing is counted not even the code for it is loaded; where it does not come, nothing is counted.
  if (data.analytics)
    import('./CountedVisits.tsx').then(
      ({ countVisits }) => countVisits(data),
      () => {},
    )
}
