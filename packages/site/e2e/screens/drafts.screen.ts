import { expect, type Locator, type Page } from '@playwright/test'

/** What the admin shows of the drafts of its machine: the strip at the foot of every screen, and the blog's list of them. */
export class DraftsScreen {
  readonly status: Locator
  readonly connection: Locator
  readonly tryNow: Locator
  readonly unsent: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.status = page.getByRole('complementary', { name: 'Connection and drafts' })
    this.connection = this.status.locator('[data-connection] > span')
    this.tryNow = this.status.getByRole('button', { name: 'Sync now' })
    this.unsent = page.getByRole('region', { name: 'Drafts on this computer' })
  }

  /** Waits until a round has brought a post to this browser. */
  async knows(title: string): Promise<void> {
    // Not `waitForFunction`: it takes the promise of an async function for its answer.
    await expect.poll(() => this.page.evaluate(knownTitles)).toContain(title)
  }
}

/** The titles that the drafts of this browser have. Runs in the page. */
async function knownTitles(): Promise<string[]> {
  const databases = await indexedDB.databases()
  const name = databases.find((one) => one.name?.startsWith('priormark-drafts-'))?.name
  // Opening one that is not there would make it, without what belongs in it.
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
