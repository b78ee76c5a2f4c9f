import type { BrowserContext, Page } from '@playwright/test'

/** The script that hydrates the pages. */
export const pageScript = /\/assets\/entry-client.*\.js/

/** Delays the requests for `url` until `release()`, as a slow network does. `requested` is fulfilled by the first one. */
export async function holdRequests(
  network: Page | BrowserContext,
  url: string | RegExp,
): Promise<{ release: () => void; requested: Promise<void> }> {
  const held = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  await network.route(url, async (route) => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  return { release: held.resolve, requested: requested.promise }
}
