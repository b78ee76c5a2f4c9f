import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** A screen of the admin at its own address. */
export abstract class AdminScreen {
  readonly toast: ToastScreen
  protected readonly page: Page
  protected abstract readonly path: string

  constructor(page: Page) {
    this.page = page
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto(this.path)
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
