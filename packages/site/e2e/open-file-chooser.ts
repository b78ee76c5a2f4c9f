import { expect, type FileChooser, type Locator } from '@playwright/test'

/** Opens a file chooser by pressing Enter on the button that has the focus. */
export async function openFileChooser(button: Locator): Promise<FileChooser> {
  const page = button.page()
  const chooser = page.waitForEvent('filechooser')
  // Key presses can overtake other commands to the browser, such as the one that reports file choosers. This check waits for it.
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  return chooser
}
