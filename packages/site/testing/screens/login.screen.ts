import type { Locator, Page } from '@playwright/test'
import { administrator } from '@priormark/api/testing/administrator'
import { ToastScreen } from './toast.screen.ts'

/** /admin/login. */
export class LoginScreen {
  readonly heading: Locator
  readonly username: Locator
  readonly password: Locator
  readonly submit: Locator
  readonly twoStepHeading: Locator
  readonly code: Locator
  readonly recoveryCode: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Admin login' })
    this.username = page.getByLabel('Username')
    this.password = page.getByLabel('Password')
    this.submit = page.getByRole('button', { name: 'Log in' })
    this.twoStepHeading = page.getByRole('heading', { name: 'Two-step verification' })
    this.code = page.getByLabel('Code', { exact: true })
    this.recoveryCode = page.getByLabel('Recovery code')
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/login')
  }

  /** As in a browser that has asked for the email address of the first administrator before. */
  async submitWith(username: string, password: string): Promise<void> {
    await this.page.evaluate((name) => {
      try {
        localStorage.setItem(`priormark.email-asked.${name}`, '')
      } catch {
        // A test blocks it.
      }
    }, administrator.username)
    await this.username.fill(username)
    await this.password.fill(password)
    await this.submit.click()
  }

  async chooseRecovery(): Promise<void> {
    await this.page.getByRole('button', { name: 'Use a recovery code' }).click()
  }

  /** Logs in with the form and waits for the dashboard. */
  async logIn(): Promise<void> {
    await this.open()
    await this.submitWith(administrator.username, administrator.password)
    await this.page.waitForURL(/\/admin\/dashboard$/)
  }

  /** Logs in through the API, for tests that start after the login. */
  async logInByApi(person = administrator): Promise<void> {
    const response = await this.page.request.post('/api/admin/direct/login', { data: person })
    const { token } = await response.json()
    // An empty document of the same origin, to write the local storage.
    const empty = {
      contentType: 'text/html',
      body: '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    }
    await this.page.route('/admin/login', (route) => route.fulfill(empty), { times: 1 })
    await this.page.goto('/admin/login')
    await this.page.evaluate((given) => localStorage.setItem('priormark.admin-token', given), token)
  }
}
