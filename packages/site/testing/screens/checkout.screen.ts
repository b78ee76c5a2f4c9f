import type { FrameLocator, Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** Stripe's test cards. */
export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  requiresAuthentication: '4000 0025 0000 3155',
} as const

/** /checkout with Stripe's card form, and the bank's page that some cards open. */
export class CheckoutScreen {
  readonly heading: Locator
  readonly preparing: Locator
  readonly summary: Locator
  readonly start: Locator
  readonly recordNow: Locator
  readonly waitFirst: Locator
  readonly pay: Locator
  /** Why the last attempt failed. */
  readonly failure: Locator
  /** Opens the form that corrects the order. */
  readonly edit: Locator
  readonly editor: Locator
  readonly projectName: Locator
  readonly email: Locator
  readonly save: Locator
  readonly paying: Locator
  readonly back: Locator
  readonly frame: FrameLocator
  readonly cardNumber: Locator
  readonly expirationDate: Locator
  readonly securityCode: Locator
  readonly completeAuthentication: Locator
  readonly failAuthentication: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Complete Your Purchase' })
    this.preparing = page.getByText('Preparing checkout...')
    this.summary = page.getByRole('region', { name: 'Order summary' })
    this.start = page.getByRole('radiogroup', { name: 'When should we record your work?' })
    this.recordNow = this.start.getByRole('radio', { name: 'Record it now' })
    this.waitFirst = this.start.getByRole('radio', { name: 'Wait 14 days' })
    this.pay = page.getByRole('button', { name: /^Pay \$/ })
    this.failure = page.getByRole('form', { name: 'Card payment' }).getByRole('alert')
    this.edit = page.getByRole('button', { name: 'Edit name or email' })
    this.editor = page.getByRole('form', { name: 'Edit your order' })
    this.projectName = this.editor.getByRole('textbox', { name: 'Project name' })
    this.email = this.editor.getByRole('textbox', { name: 'Email' })
    this.save = this.editor.getByRole('button', { name: 'Save' })
    this.paying = page.getByRole('button', { name: 'Processing...' })
    this.back = page.getByRole('button', { name: 'Back to form' })
    this.frame = page.frameLocator('iframe[title="Secure payment input frame"]')
    this.cardNumber = this.frame.getByLabel('Card number')
    this.expirationDate = this.frame.getByLabel('Expiration date')
    this.securityCode = this.frame.getByLabel('Security code')
    this.completeAuthentication = page.getByRole('button', { name: 'Complete' })
    this.failAuthentication = page.getByRole('button', { name: 'Fail' })
    this.toast = new ToastScreen(page)
  }

  async open(orderId?: string): Promise<void> {
    await this.page.goto(orderId === undefined ? '/checkout' : `/checkout?orderId=${orderId}`)
  }

  /** Fills the card form and asks to record the work now. */
  async fillCard(number: string): Promise<void> {
    await this.fillCardOnly(number)
    await this.recordNow.check()
  }

  async fillCardOnly(number: string): Promise<void> {
    await this.cardNumber.fill(number)
    await this.expirationDate.fill('12 / 34')
    await this.securityCode.fill('123')
  }

  async payWith(number: string): Promise<void> {
    await this.fillCard(number)
    await this.pay.click()
  }
}
