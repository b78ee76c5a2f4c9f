import type { FrameLocator, Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** Cards of the provider's own test numbers. */
export const cards = {
  pays: '4242 4242 4242 4242',
  isDeclined: '4000 0000 0000 0002',
  asksTheBank: '4000 0025 0000 3155',
} as const

/** The checkout with the provider's card form, and the page of the bank that some cards lead to. */
export class CheckoutScreen {
  readonly heading: Locator
  readonly preparing: Locator
  readonly summary: Locator
  readonly startRightAway: Locator
  readonly pay: Locator
  readonly paying: Locator
  readonly back: Locator
  readonly frame: FrameLocator
  readonly cardNumber: Locator
  readonly expirationDate: Locator
  readonly securityCode: Locator
  readonly bankCompletes: Locator
  readonly bankFails: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Complete Your Purchase' })
    this.preparing = page.getByText('Preparing checkout...')
    this.summary = page.getByRole('region', { name: 'Order summary' })
    this.startRightAway = page.getByRole('checkbox', { name: /^Please start right away/ })
    this.pay = page.getByRole('button', { name: /^Pay \$/ })
    this.paying = page.getByRole('button', { name: 'Processing...' })
    this.back = page.getByRole('button', { name: 'Back to form' })
    this.frame = page.frameLocator('iframe[title="Secure payment input frame"]')
    this.cardNumber = this.frame.getByLabel('Card number')
    this.expirationDate = this.frame.getByLabel('Expiration date')
    this.securityCode = this.frame.getByLabel('Security code')
    this.bankCompletes = page.getByRole('button', { name: 'Complete' })
    this.bankFails = page.getByRole('button', { name: 'Fail' })
    this.toast = new ToastScreen(page)
  }

  async open(orderId?: string): Promise<void> {
    await this.page.goto(orderId === undefined ? '/checkout' : `/checkout?orderId=${orderId}`)
  }

  /** Everything that paying needs. */
  async writeCard(number: string): Promise<void> {
    await this.cardNumber.fill(number)
    await this.expirationDate.fill('12 / 34')
    await this.securityCode.fill('123')
    await this.startRightAway.check()
  }

  async payWith(number: string): Promise<void> {
    await this.writeCard(number)
    await this.pay.click()
  }
}
