import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const askAgainMs = 2_000

/**
 * A part of a page that comes when it is wanted. It is asked for until it comes: with the network gone for a moment, the
 * page and what was done on it stay.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (;;) {
      try {
        return { default: await load() }
      } catch {
        await new Promise((resolve) => {
          setTimeout(resolve, askAgainMs)
        })
      }
    }
  })
}
