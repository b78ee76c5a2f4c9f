import type { ShopTexts } from '@priormark/core/settings/shop-texts'
import type { HomeContent, LegalContent } from '@priormark/core/settings/site-texts'
import { createContext, useContext } from 'react'

/** The texts of a page that the shop's settings decide. Each page has its own. */
export interface PageContent {
  home?: HomeContent
  legal?: LegalContent
  banner?: ShopTexts['banner']
}

const ContentContext = createContext<PageContent>({})

/** On the server around every page; in the browser around the parts that fetch their own. */
export const ContentProvider = ContentContext.Provider

/** Returns the texts of the page. For components of pages that have them. */
export function useContent<Key extends keyof PageContent>(key: Key): NonNullable<PageContent[Key]> {
  const content = useContext(ContentContext)[key]
  if (content === undefined) throw new Error(`The page has no ${key}`)
  return content
}
