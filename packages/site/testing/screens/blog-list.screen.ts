import type { Locator, Page } from '@playwright/test'
import { AdminScreen } from './admin.screen.ts'

/** /admin/blog. */
export class BlogListScreen extends AdminScreen {
  readonly heading: Locator
  readonly search: Locator
  readonly status: Locator
  readonly reset: Locator
  readonly newPost: Locator
  readonly titles: Locator
  readonly pages: Locator
  readonly deleteDialog: Locator
  protected readonly path = '/admin/blog'

  constructor(page: Page) {
    super(page)
    this.heading = page.getByRole('heading', { name: 'Blog Posts', exact: true })
    this.search = page.getByRole('searchbox', { name: 'Search posts' })
    this.status = page.getByRole('combobox', { name: 'Status' })
    this.reset = page.getByRole('button', { name: 'Reset' })
    this.newPost = page.getByRole('button', { name: 'New Post' })
    this.titles = page
      .getByRole('table', { name: 'Blog posts' })
      .getByRole('link', { name: /^(?!Views of )/ })
    this.pages = page.getByRole('navigation', { name: 'Pages of posts' })
    this.deleteDialog = page.getByRole('dialog', { name: 'Are you sure?' })
  }

  /** Chooses an action from the menu of a post. */
  async choose(title: string, action: 'View' | 'Statistics' | 'Delete'): Promise<void> {
    await this.page.getByRole('button', { name: `Actions for ${title}` }).click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  row(title: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: title, exact: true }) })
  }
}
