import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** /admin/account. */
export class AccountScreen {
  readonly heading: Locator
  readonly secondFactor: Locator
  readonly password: Locator
  readonly code: Locator
  readonly secret: Locator
  readonly qrCode: Locator
  readonly recoveryCodes: Locator
  readonly presentPassword: Locator
  readonly newPassword: Locator
  readonly logins: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Your account' })
    this.secondFactor = page.getByRole('region', { name: 'Two-step verification' })
    this.password = this.secondFactor.getByLabel('Your password')
    this.code = this.secondFactor.getByLabel('Code', { exact: true })
    this.secret = this.secondFactor.locator('code')
    this.qrCode = this.secondFactor.getByAltText('QR code for your authenticator app')
    this.recoveryCodes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    this.presentPassword = page.getByLabel('Current password')
    this.newPassword = page.getByLabel('New password')
    this.logins = page.getByRole('region', { name: 'Where you’re logged in' }).getByRole('listitem')
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/account')
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** The key as an authenticator takes it. */
  async readSecret(): Promise<string> {
    return (await this.secret.innerText()).replaceAll(' ', '')
  }
}
