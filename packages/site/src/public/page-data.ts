import type { PageData } from '@priormark/core/site/site-server'

/** The element that carries a page's data to the browser. */
export const pageDataId = 'page-data'

/** Reads back what the server wrote into the same page. */
export function readPageData(json: string): PageData {
  return JSON.parse(json)
}
