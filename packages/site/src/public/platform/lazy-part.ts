import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const askAgainMs = 2_000

/**
 * Loads a part of a page lazily and retries until it arrives, so that a short network failure does not break the page.
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
