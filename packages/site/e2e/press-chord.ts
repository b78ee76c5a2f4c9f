import type { Page } from '@playwright/test'

/** Presses two keys without waiting for the page in between, because the second must follow within 1.5 seconds. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}
