import type { Locator, Page } from '@playwright/test'

/** The one toast on screen. */
export class ToastScreen {
  readonly region: Locator
  /** The toast's title and, if it has one, its description. */
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

/** Returns a toast's whole text: its title, then its description. */
export function toastText(title: string, description = ''): string {
  return `${title}${description}`
}
