import type { Page } from '@playwright/test'

/** Waits until a page has loaded and then had nothing to do, so that whatever it begins without the visitor has begun. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    let isIdle = false
    // Chromium has idle time only between frames, and a page at rest draws none.
    const draw = () => {
      if (!isIdle) requestAnimationFrame(draw)
    }
    draw()
    await new Promise((resolve) => requestIdleCallback(resolve))
    isIdle = true
  })
}
