import type { Locator, Page } from '@playwright/test'

/** /admin/blog/topics. */
export class TopicsScreen {
  readonly heading: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1, name: 'Categories, tags and authors' })
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/blog/topics')
  }

  /** The rows of a card, each with its name and number of posts. */
  rows(card: 'Categories' | 'Tags' | 'Authors'): Locator {
    return this.page.getByRole('region', { name: card }).getByRole('listitem')
  }

  button(action: 'Rename' | 'Merge' | 'Delete', name: string): Locator {
    return this.page.getByRole('button', { name: `${action} ${name}`, exact: true })
  }

  /** The open dialog. */
  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title })
  }
}
