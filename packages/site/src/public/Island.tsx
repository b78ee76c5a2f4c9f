import { createContext, Suspense, useContext, type ComponentType } from 'react'

/** What there is to show of an island: its component, or the HTML that the server rendered of it. */
export type IslandContent = { Component: ComponentType; isHydrated: boolean } | { html: string }

const IslandContext = createContext<Readonly<Record<string, IslandContent>>>({})

/** By the ids of the islands. The server has all components; the browser has HTML for the page that the visit began with. */
export const IslandProvider = IslandContext.Provider

/**
 * A part of a page whose code the browser does not need to show it. Once rendered by the server it stays HTML, or is
 * hydrated later than the page around it; app/pages.ts says which. A browser that comes to the page by the router renders
 * the island itself.
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
  // Not in a <Suspense> of its own: a link to a section of the island must find it there.
  return (
    <div id={id}>
      <Component />
    </div>
  )
}
