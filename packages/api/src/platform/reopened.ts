import { isDeepStrictEqual } from 'node:util'

interface ReopenedOptions<Description, Resource> {
  /** Reads what is to be open now. */
  read: () => Promise<Description>
  open: (description: Description) => Resource
  /** Called with what was open before. */
  close?: (resource: Resource) => void
}

/** Something that is open as described, and opened again when the description has changed. */
export interface Reopened<Resource> {
  /** @throws what `open` throws; the next call tries again */
  current(): Promise<Resource>
  close(): void
}

/** Keeps a resource open, such as connections, that follows the settings without a restart. */
export function reopened<Description, Resource>({
  read,
  open,
  close = () => undefined,
}: ReopenedOptions<Description, Resource>): Reopened<Resource> {
  let now: { description: Description; resource: Resource } | null = null
  return {
    async current() {
      const description = await read()
      if (now !== null && isDeepStrictEqual(now.description, description)) return now.resource
      const next = { description, resource: open(description) }
      if (now !== null) close(now.resource)
      now = next
      return next.resource
    },
    close() {
      if (now !== null) close(now.resource)
      now = null
    },
  }
}
