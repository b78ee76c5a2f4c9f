import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** /admin/anchors. */
export class AnchorsScreen {
  readonly heading: Locator
  readonly waiting: Locator
  readonly recordNow: Locator
  readonly batches: Locator
  readonly dialog: Locator
  readonly link: Locator
  readonly save: Locator
  /** The question about a link without a transaction number. */
  readonly doubt: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Recording', level: 1 })
    this.waiting = page.getByRole('region', { name: 'Waiting orders' })
    this.recordNow = page.getByRole('button', { name: 'Record now' })
    this.batches = page.getByRole('list', { name: 'Batches, newest first' }).getByRole('listitem')
    this.dialog = page.getByRole('dialog', { name: 'Add the blockchain link' })
    this.link = this.dialog.getByLabel('Link to the transaction')
    this.save = this.dialog.getByRole('button', { name: 'Save link' })
    this.doubt = this.dialog.getByRole('alert').filter({ hasText: 'transaction number' })
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/anchors')
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name })
  }
}
