import type { ComponentType } from 'react'
import { ContentProvider, type PageContent } from './content.ts'

/**
 * Returns a part of a page. On the server it has its texts; a browser that comes from another page fetches them.
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
    <ContentProvider value={content}>
      <Part />
    </ContentProvider>
  )
}
