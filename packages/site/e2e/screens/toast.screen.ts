import type { Locator, Page } from '@playwright/test'

/** The one toast on screen. */
export class ToastScreen {
  readonly region: Locator
  /** The toast with a title and, its description, if any. */
  readonly polite: Locator
  readonly urgent: Locator
  readonly dismiss: Locator

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Notifications' })
    this.polite = this.region.getByRole('status')
    this.urgent = this.region.getByRole('alert')
    this.dismiss = this.region.getByRole('button', { name: 'Dismiss' })
  }
}

/** What a toast reads as a whole: its title, then its description. */
export function words(title: string, description = ''): string {
  return `${title}${description}`
}
