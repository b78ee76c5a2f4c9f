import type { Locator, Page } from '@playwright/test'

/** /blog: the list of posts. */
export class BlogScreen {
  readonly search: Locator
  readonly submitSearch: Locator
  readonly clearSearch: Locator
  readonly cards: Locator
  readonly pages: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.search = page.getByRole('searchbox', { name: 'Search blog posts' })
    this.submitSearch = page.getByRole('button', { name: 'Search' })
    this.clearSearch = page.getByRole('link', { name: 'Clear search' })
    this.cards = page.getByRole('main').getByRole('heading', { level: 2 })
    this.pages = page.getByRole('navigation', { name: 'Pages' })
  }

  async open(address = '/blog'): Promise<void> {
    await this.page.goto(address)
  }

  card(title: string): Locator {
    return this.cards.getByRole('link', { name: title, exact: true })
  }

  async searchFor(text: string): Promise<void> {
    await this.search.fill(text)
    await this.submitSearch.click()
  }
}
