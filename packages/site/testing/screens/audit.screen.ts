import type { Locator, Page } from '@playwright/test'

/** /admin/audit. */
export class AuditLogScreen {
  readonly entries: Locator
  readonly search: Locator
  readonly actor: Locator
  readonly topic: Locator
  readonly from: Locator
  readonly to: Locator
  readonly reset: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.entries = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem')
    this.search = page.getByLabel('Search the audit log')
    this.actor = page.getByLabel('Who')
    this.topic = page.getByLabel('What')
    this.from = page.getByLabel('From')
    this.to = page.getByLabel('To', { exact: true })
    this.reset = page.getByRole('button', { name: 'Reset' })
  }

  /** @param search filters the entries */
  async open(search = ''): Promise<void> {
    await this.page.goto(search === '' ? '/admin/audit' : `/admin/audit?search=${search}`)
  }
}
