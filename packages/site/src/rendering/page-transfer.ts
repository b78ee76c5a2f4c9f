import type { PageState } from './page/page-context.tsx'

// What the server writes into a page for the script that hydrates it.

/** The name of the meta element with the address of the whole style sheet, on pages that inline a part of it. */
export const moreStylesName = 'more-styles'

/** The element that carries the state to the browser. */
export const pageStateId = 'page-data'

/** Writes the state as the browser needs it: only the page of an order is hydrated from its view. */
export function writePageState({ data, status, view }: PageState): string {
  return JSON.stringify({
    ...data,
    ...(status === 200 ? {} : { status }),
    ...(view?.kind === 'order' ? { view } : {}),
  })
}

/** Reads the state that writePageState() wrote. */
export function readPageState(json: string): PageState {
  const { status = 200, view = null, ...data } = JSON.parse(json)
  return { data, status, view }
}
