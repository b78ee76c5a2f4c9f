import type { Locator, Page } from '@playwright/test'

const maxStops = 60

/** Presses Tab until a control has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < maxStops; stop++) {
    if (await target.evaluate((control) => control === control.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab did not reach ${String(target)}`)
}
