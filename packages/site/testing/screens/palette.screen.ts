import { expect, type Locator, type Page } from '@playwright/test'

/** The command palette, over any screen of the admin. */
export class CommandPalette {
  readonly field: Locator
  readonly options: Locator
  readonly chosen: Locator
  readonly status: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    const dialog = page.getByRole('dialog', { name: 'Command palette' })
    this.field = dialog.getByRole('combobox')
    this.options = dialog.getByRole('option')
    this.chosen = dialog.getByRole('option', { selected: true })
    this.status = dialog.getByRole('status')
  }

  async open(): Promise<void> {
    // A dialog that is closing would still take the key.
    await expect(this.page.locator('[role="dialog"]')).toHaveCount(0)
    await this.page.keyboard.press('Control+k')
    await expect(this.field).toBeFocused()
  }
}
