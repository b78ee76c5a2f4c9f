import { createContext, Suspense, useContext, type ComponentType } from 'react'

/** What an island shows: its component, or the HTML that the server rendered. */
export type IslandContent = { Component: ComponentType; isHydrated: boolean } | { html: string }

const IslandContext = createContext<Readonly<Record<string, IslandContent>>>({})

/** By island id. The server has all components; the browser has the HTML of the first page of the visit. */
export const IslandProvider = IslandContext.Provider

/**
 * A part of a page that the browser can show without its code. Rendered by the server, it stays HTML or is hydrated
 * later than the page; app/pages.ts sets which. After client-side navigation, the browser renders it.
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
