import type { Page } from '@playwright/test'

/** Waits until a page has loaded and then had nothing to do, so that whatever it begins without the visitor has begun. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
