import { startTransition, type ComponentType } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { lazyLoad } from '../ui/lazy-load.ts'
import type { IslandContent, PageState } from './page/page-context.tsx'
import { moreStylesName, pageAt, pages, pageStateId, pathForStatistics, type PublicPage } from './pages.ts'
import { Site } from './Site.tsx'

/** Makes the page that the server rendered react to clicks and keys. Resolves once it does. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const json = document.getElementById(pageStateId)?.textContent
  if (root === null || json === undefined) throw new Error('The page has no root or no data')
  // As writePageState() in entry-server.tsx wrote it.
  const { status = 200, view = null, ...data }: PageState['data'] & Partial<PageState> = JSON.parse(json)

  const currentPage = pageAt(location.pathname)
  const components = new Map<PublicPage, ComponentType>(pages.map((page) => [page, lazyLoad(page.load)]))
  // Loaded before hydration starts, so that nothing disappears and no click is lost.
  const [{ hydrateRoot }, component, hydratedComponents] = await Promise.all([
    // Already loaded with this file. Imported here, React's code runs in a task of its own instead of prolonging this file's.
    import('react-dom/client'),
    currentPage.load(),
    loadHydratedIslands(currentPage),
    loadStyles(),
  ])
  components.set(currentPage, component)

  // After a deployment an old page may request a file that no longer exists. A reload gets the new one.
  addEventListener('vite:preloadError', () => void reloadIfReplaced().catch(() => {}))
  const islands = findIslands(currentPage, hydratedComponents)
  const renderedAddress = location.pathname + location.search
  await new Promise<void>((resolve) => {
    // As a transition, React hydrates in small tasks and not in one that blocks the page.
    startTransition(() => {
      hydrateRoot(
        root,
        <BrowserRouter>
          <Site
            state={{ data, status, view }}
            components={components}
            islands={islands}
            renderedAddress={renderedAddress}
            onHydrated={resolve}
          />
        </BrowserRouter>,
      )
    })
  })
  // Loaded only where visits are counted. If it fails to load, nothing is counted.
  const { analytics: address } = data
  if (address !== null)
    import('../public/platform/analytics/CountedVisits.tsx').then(
      ({ countVisits }) => countVisits({ address, pathForStatistics }),
      () => {},
    )
}

async function loadHydratedIslands({ islands = {} }: PublicPage): Promise<Map<string, ComponentType>> {
  const components = Object.entries(islands).map(async ([id, { load, isHydrated = false }]) =>
    load !== null && isHydrated ? ([[id, await load()]] as const) : [],
  )
  return new Map((await Promise.all(components)).flat())
}

/** Returns the content of all islands: for the current page its HTML, before anything can change it, and for others their code. */
function findIslands(
  currentPage: PublicPage,
  hydratedComponents: ReadonlyMap<string, ComponentType>,
): Record<string, IslandContent> {
  const islands: Record<string, IslandContent> = {}
  for (const page of pages) {
    for (const [id, { load, isHydrated = false }] of Object.entries(page.islands ?? {})) {
      const html = page === currentPage && !isHydrated ? document.getElementById(id)?.innerHTML : undefined
      if (html !== undefined) islands[id] = { html }
      else if (load !== null)
        islands[id] = { Component: hydratedComponents.get(id) ?? lazyLoad(load), isHydrated }
    }
  }
  return islands
}

/** Reloads the page if the server has another build by now. Without a network the page stays. */
async function reloadIfReplaced(): Promise<void> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const response = await fetch(location.pathname)
  if (response.ok && script && !(await response.text()).includes(script)) location.reload()
}

/** Loads the styles that the page did not inline. Other pages need them, and so does content that a script adds. */
async function loadStyles(): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>(`meta[name=${moreStylesName}]`)?.content
  if (href === undefined || document.querySelector(`link[href="${href}"]`) !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`No style sheet at ${href}`))
    })
    document.head.append(link)
  })
}
