import type { Page } from '@playwright/test'

/** Presses one key after the other without waiting for the page in between: the second of a chord has a second and a half. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}
