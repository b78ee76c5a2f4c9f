import type { Locator, Page } from '@playwright/test'

/** /admin/health. */
export class HealthScreen {
  readonly issues: Locator
  readonly unpaidFiles: Locator
  readonly checkAgain: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.issues = page.getByRole('list', { name: 'Issues, most serious first' })
    this.unpaidFiles = page.getByRole('region', { name: 'Unpaid files' })
    this.checkAgain = page.getByRole('button', { name: 'Check again' })
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/health')
  }

  issue(title: string): Locator {
    return this.issues.getByRole('heading', { name: title })
  }

  /** The button that sends a failed email again. */
  sendAgain(kind: string, projectName: string): Locator {
    return this.page.getByRole('button', { name: `Send again: ${kind} of ${projectName}` })
  }
}
