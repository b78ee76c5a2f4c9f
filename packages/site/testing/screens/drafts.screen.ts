import { expect, type Locator, type Page } from '@playwright/test'

/** The drafts: the status bar of every screen, and the unsent ones in the list of posts. */
export class DraftsScreen {
  readonly status: Locator
  readonly connection: Locator
  readonly syncNow: Locator
  readonly unsent: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.status = page.getByRole('complementary', { name: 'Connection and drafts' })
    this.connection = this.status.locator('[data-connection] > span')
    this.syncNow = this.status.getByRole('button', { name: 'Sync now' })
    const posts = page.getByRole('region', { name: 'Blog posts' })
    this.unsent = posts
      .getByRole('row')
      .or(posts.getByRole('listitem'))
      .filter({ hasText: /not sent yet|Two versions to compare|Needs changes/ })
  }

  /** Waits until the admin opens without the server, so that nothing is loading when the browser goes offline. */
  async waitForShell(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(async () => (await caches.match('/admin')) !== undefined))
      .toBe(true)
  }

  /** Waits until this browser has stored a post. */
  async waitForPost(title: string): Promise<void> {
    // `waitForFunction` would take the promise of an async function as a true value.
    await expect.poll(() => this.page.evaluate(storedTitles)).toContain(title)
  }
}

/** Returns the titles of the stored posts. Runs in the page. */
async function storedTitles(): Promise<string[]> {
  const databases = await indexedDB.databases()
  const name = databases.find((one) => one.name?.startsWith('priormark-drafts-'))?.name
  // Opening a missing database would create it without its tables.
  if (name === undefined) return []
  const opening = indexedDB.open(name)
  return new Promise<string[]>((resolve, reject) => {
    opening.onerror = () => reject(opening.error ?? new Error('There is no database'))
    opening.onsuccess = () => {
      const all = opening.result.transaction('cards').objectStore('cards').getAll()
      all.onerror = () => reject(all.error ?? new Error('The cards cannot be read'))
      all.onsuccess = () => {
        opening.result.close()
        resolve(all.result.map((card: { title: string }) => card.title))
      }
    }
  })
}
