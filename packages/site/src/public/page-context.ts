import { createContext, useContext } from 'react'
import type { PageData } from '@priormark/core/site/site-server'

const PageContext = createContext<PageData | null>(null)

export const PageProvider = PageContext.Provider

/** The data every page is drawn from. */
export function usePage(): PageData {
  const data = useContext(PageContext)
  if (data === null) throw new Error('No page data above this component')
  return data
}
