import { lazy, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { pageDataId, readPageData } from '../public/page-data.ts'
import { unlessLeaving } from '../public/unless-leaving.ts'
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
  return lazy(async () => ({ default: await unlessLeaving(loaders[name]).catch(loadAnew) }))
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
  if (!root || !json) throw new Error('The page lacks its data')
  const data = readPageData(json)

  const current = pageNameOf(location.pathname)
  const pages = {} as Pages
  for (const name of Object.keys(loaders) as PageName[]) pages[name] = lazyPage(name)
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
