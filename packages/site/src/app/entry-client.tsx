import { lazy, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { IslandContent } from '../public/platform/Island.tsx'
import { lazyPart } from '../public/platform/lazy-part.ts'
import { pageStateId, readPageState } from '../public/platform/page-state.ts'
import { unlessLeaving } from '../ui/unless-leaving.ts'
import { moreStylesName } from './more-styles.ts'
import { pageAt, pages, type PublicPage } from './pages.ts'
import { Site } from './Site.tsx'

/** Makes the page that the server rendered react to clicks and keys. Resolves once it does. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const json = document.getElementById(pageStateId)?.textContent
  if (root === null || json === undefined) throw new Error('The page has no root or no data')
  const state = readPageState(json)

  const current = pageAt(location.pathname)
  const components = new Map(pages.map((page) => [page, lazyPage(page)]))
  // Loaded before hydration starts, so that nothing disappears and no click is lost meanwhile.
  const [component, loaded] = await Promise.all([current.load(), loadHydratedIslands(current), loadStyles()])
  components.set(current, component)

  // After a deployment an old page may request a file that no longer exists. The requesting code reports the failure, and a reload gets the new file.
  addEventListener('vite:preloadError', () => void reloadIfReplaced().catch(() => {}))
  const islands = findIslands(current, loaded)
  const renderedAddress = location.pathname + location.search
  await new Promise<void>((resolve) => {
    // As a transition, React hydrates in small tasks and not in one that blocks the page.
    startTransition(() => {
      hydrateRoot(
        root,
        <BrowserRouter>
          <Site
            state={state}
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
  if (state.data.analytics)
    import('./CountedVisits.tsx').then(
      ({ countVisits }) => countVisits(state.data),
      () => {},
    )
}

async function loadHydratedIslands({ islands = {} }: PublicPage): Promise<Map<string, ComponentType>> {
  const loading = Object.entries(islands).map(async ([id, { load, isHydrated = false }]) =>
    load !== null && isHydrated ? ([[id, await load()]] as const) : [],
  )
  return new Map((await Promise.all(loading)).flat())
}

/** Takes the islands of the current page from its HTML, before anything can change it, and the code of all others. */
function findIslands(
  current: PublicPage,
  loaded: ReadonlyMap<string, ComponentType>,
): Record<string, IslandContent> {
  const found: Record<string, IslandContent> = {}
  for (const page of pages) {
    for (const [id, { load, isHydrated = false }] of Object.entries(page.islands ?? {})) {
      const html = page === current && !isHydrated ? document.getElementById(id)?.innerHTML : undefined
      if (html !== undefined) found[id] = { html }
      else if (load !== null) found[id] = { Component: loaded.get(id) ?? lazyPart(load), isHydrated }
    }
  }
  return found
}

function lazyPage({ load }: PublicPage): ComponentType {
  return lazy(async () => ({ default: await unlessLeaving(load).catch(reloadPage) }))
}

/** Loads the whole page in place of a file that did not arrive. Never resolves, because the page is replaced. */
function reloadPage(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** Reloads the page if the server has another build by now. Without a network the page stays. */
async function reloadIfReplaced(): Promise<void> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const response = await fetch(location.pathname)
  if (response.ok && script && !(await response.text()).includes(script)) location.reload()
}

/** Loads the rules that the page did not inline, which other pages and what a script shows need. */
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
