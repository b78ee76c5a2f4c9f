import type { Locator, Page } from '@playwright/test'

/** /success. */
export class SuccessScreen {
  readonly heading: Locator
  readonly steps: Locator
  /** The current state of the order. */
  readonly headline: Locator
  readonly follow: Locator
  readonly home: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Thank You for Your Order!' })
    this.steps = page.getByRole('main').getByRole('listitem').getByRole('heading')
    this.headline = page.getByRole('main').getByRole('status')
    this.follow = page.getByRole('link', { name: 'Follow your order' })
    this.home = page.getByRole('link', { name: 'Return to Home' })
  }

  seal(fileName: string): Locator {
    return this.page.getByRole('img', { name: `The seal of ${fileName}` })
  }
}
