import { fallbackPrice } from '@priormark/core/platform/limits'
import { formatDollars } from '@priormark/core/platform/money'
import type { PageData, PageView, RenderedPage } from '@priormark/core/pages/site-server'
import type { ShopTexts } from '@priormark/core/settings/shop-texts'
import type { HomeContent, LegalContent } from '@priormark/core/settings/public-endpoints'
import { createContext, Suspense, useContext, type ComponentType } from 'react'

// What the components of a page can read: its data and view, its texts, and its islands.

/** Everything that a page is rendered from: on the server, and again when the browser hydrates it. */
export interface PageState {
  data: PageData
  status: RenderedPage['status']
  /** Null on pages without one, and in the browser unless a hydrated part needs it. */
  view: PageView | null
}

export const PageStateContext = createContext<PageState | null>(null)

export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (state === null) throw new Error('No page state above this component')
  return state
}

/** Returns the data that all pages share. */
export function usePage(): PageData {
  return usePageState().data
}

/** Returns the formatted price, or its fallback while it is unknown. */
export function usePrice(): string {
  return formatDollars(usePage().price ?? fallbackPrice.checkout)
}

/** Returns the page's view. For components that are rendered only for some kinds of views. */
export function usePageView<Kind extends PageView['kind']>(
  ...kinds: readonly Kind[]
): Extract<PageView, { kind: Kind }> {
  const { view } = usePageState()
  if (!isOfKind(view, kinds)) throw new Error(`The page has no view of the kind ${kinds.join(' or ')}`)
  return view
}

function isOfKind<Kind extends PageView['kind']>(
  view: PageView | null,
  kinds: readonly Kind[],
): view is Extract<PageView, { kind: Kind }> {
  return view !== null && kinds.some((kind) => kind === view.kind)
}

/** The texts of a page that the shop's settings decide. Each page has its own. */
export interface PageContent {
  home?: HomeContent
  legal?: LegalContent
  banner?: ShopTexts['banner']
}

/** On the server around every page; in the browser around the parts that fetch their own. */
export const ContentContext = createContext<PageContent>({})

/** Returns the texts of the page. For components of pages that have them. */
export function useContent<Key extends keyof PageContent>(key: Key): NonNullable<PageContent[Key]> {
  const content = useContext(ContentContext)[key]
  if (content === undefined) throw new Error(`The page has no ${key}`)
  return content
}

/**
 * Returns a part of a page with its texts. The server has them; after a client-side navigation, the browser fetches them.
 * @param path of an endpoint in core's settings/public-endpoints.ts
 */
export async function loadPart<Key extends keyof PageContent>(
  Part: ComponentType,
  key: Key,
  path: string,
): Promise<ComponentType> {
  if (import.meta.env.SSR) return Part
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const content = { [key]: await response.json() }
  return () => (
    <ContentContext value={content}>
      <Part />
    </ContentContext>
  )
}

/** What an island shows: its component, or the HTML that the server rendered. */
export type IslandContent = { Component: ComponentType; isHydrated: boolean } | { html: string }

/** The contents of islands by id. The server has all components; the browser has the HTML of the first page of the visit. */
export const IslandContext = createContext<Readonly<Record<string, IslandContent>>>({})

/**
 * A part of a page that the browser can show without its code. Rendered by the server, it stays HTML or is hydrated
 * later than the page; pages.ts says which. After client-side navigation, the browser renders it.
 */
export function Island({ id }: { id: string }) {
  const content = useContext(IslandContext)[id]
  if (content === undefined) throw new Error(`No page has the island ${id}`)
  if ('html' in content) return <div id={id} dangerouslySetInnerHTML={{ __html: content.html }} />
  const { Component, isHydrated } = content
  if (isHydrated) {
    return (
      <Suspense>
        <Component />
      </Suspense>
    )
  }
  // Not in its own <Suspense>, because a link to a section of the island must find it there.
  return (
    <div id={id}>
      <Component />
    </div>
  )
}
