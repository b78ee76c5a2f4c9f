import { codeOf } from '@priormark/api/testing/authenticator'
import type { Locator, Page } from '@playwright/test'
import { AdminScreen } from './admin.screen.ts'

/** /admin/account. */
export class AccountScreen extends AdminScreen {
  readonly heading: Locator
  readonly twoStep: Locator
  readonly password: Locator
  readonly code: Locator
  readonly secret: Locator
  readonly qrCode: Locator
  readonly recoveryCodes: Locator
  readonly currentPassword: Locator
  readonly newPassword: Locator
  readonly logins: Locator
  protected readonly path = '/admin/account'

  constructor(page: Page) {
    super(page)
    this.heading = page.getByRole('heading', { name: 'Your account' })
    this.twoStep = page.getByRole('region', { name: 'Two-step verification' })
    this.password = this.twoStep.getByLabel('Your password')
    this.code = this.twoStep.getByLabel('Code', { exact: true })
    this.secret = this.twoStep.locator('code')
    this.qrCode = this.twoStep.getByAltText('QR code for your authenticator app')
    this.recoveryCodes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    this.currentPassword = page.getByLabel('Current password')
    this.newPassword = page.getByLabel('New password')
    this.logins = page.getByRole('region', { name: 'Where you’re logged in' }).getByRole('listitem')
  }

  /** Turns on two-step verification. */
  async turnOn(password: string): Promise<void> {
    await this.button('Turn on').click()
    await this.password.fill(password)
    await this.button('Continue').click()
    await this.code.fill(codeOf(await this.readSecret()))
    await this.button('Turn on').click()
    await this.button('I’ve saved these codes').click()
  }

  /** The secret without spaces. */
  async readSecret(): Promise<string> {
    return (await this.secret.innerText()).replaceAll(' ', '')
  }
}
