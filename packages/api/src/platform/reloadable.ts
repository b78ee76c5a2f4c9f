import { isDeepStrictEqual } from 'node:util'

interface ReloadableOptions<Description, Resource> {
  /** Returns what the resource should be opened with. */
  read: () => Promise<Description>
  open: (description: Description) => Resource
  /** Closes the previous resource after it was replaced. */
  close?: (resource: Resource) => void
}

/**
 * Creates a resource, such as a connection pool, that follows the settings without a restart: it is opened again when its description
 * has changed.
 */
export function createReloadable<Description, Resource>({
  read,
  open,
  close = () => undefined,
}: ReloadableOptions<Description, Resource>) {
  let current: { description: Description; resource: Resource } | null = null
  return {
    /** @throws what `open` throws; the next call tries again */
    async current(): Promise<Resource> {
      const description = await read()
      if (current !== null && isDeepStrictEqual(current.description, description)) return current.resource
      const next = { description, resource: open(description) }
      if (current !== null) close(current.resource)
      current = next
      return next.resource
    },
    close(): void {
      if (current !== null) close(current.resource)
      current = null
    },
  }
}
