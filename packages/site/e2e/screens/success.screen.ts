import type { Locator, Page } from '@playwright/test'

/** The page after paying. */
export class SuccessScreen {
  readonly heading: Locator
  readonly steps: Locator
  /** Where the order stands just now. */
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

  /** The seal of the work that was ordered. */
  seal(fileName: string): Locator {
    return this.page.getByRole('img', { name: `The seal of ${fileName}` })
  }
}
