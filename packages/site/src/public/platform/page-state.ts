import type { PageData, PageView, RenderedPage } from '@priormark/core/pages/site-server'
import { createContext, useContext } from 'react'

/** Everything that a page is rendered from: on the server, and again when the browser hydrates it. */
export interface PageState {
  data: PageData
  status: RenderedPage['status']
  /** Null on pages without one, and in the browser unless a hydrated part needs it. */
  view: PageView | null
}

const PageStateContext = createContext<PageState | null>(null)

export const PageStateProvider = PageStateContext.Provider

export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (state === null) throw new Error('No page state above this component')
  return state
}

/** Returns the data that all pages share. */
export function usePage(): PageData {
  return usePageState().data
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

/** The element that carries the state to the browser. */
export const pageStateId = 'page-data'

/** The state as the browser needs it: only an order's page is hydrated from its view. */
export function writePageState({ data, status, view }: PageState): string {
  return JSON.stringify({
    ...data,
    ...(status === 200 ? {} : { status }),
    ...(view?.kind === 'order' ? { view } : {}),
  })
}

/** Reads what the server wrote into the same page. */
export function readPageState(json: string): PageState {
  const { status = 200, view = null, ...data } = JSON.parse(json)
  return { data, status, view }
}
