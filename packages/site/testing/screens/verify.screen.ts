import type { Locator, Page } from '@playwright/test'

/** A path on disk, or a name and content. */
type AddedFile = string | { name: string; content: Uint8Array | string }

/** The verifier at /verify or as verify.html. */
export class VerifyScreen {
  readonly heading: Locator
  readonly choose: Locator
  readonly files: Locator
  readonly results: Locator
  readonly status: Locator
  readonly notice: Locator
  readonly ask: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.choose = page.getByRole('button', { name: 'Choose files' })
    this.files = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
    this.results = page.getByRole('article')
    this.status = page.locator('output.visually-hidden')
    this.notice = page.locator('.verify-notice')
    this.ask = page.getByRole('button', { name: 'Check whether this fingerprint is recorded here' })
  }

  /** Chooses files with the file dialog. */
  async add(...files: AddedFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.choose.click()
    const given = await chooser
    const paths = files.filter((file) => typeof file === 'string')
    const made = files.filter((file) => typeof file !== 'string')
    if (made.length === 0) return given.setFiles(paths)
    if (paths.length > 0) throw new Error('Pass paths or contents, not both')
    const mimeType = 'application/octet-stream'
    await given.setFiles(made.map(({ name, content }) => ({ name, mimeType, buffer: Buffer.from(content) })))
  }

  /** Drops files onto the drop area. @param files [name, text] each */
  async drop(files: [string, string][]): Promise<void> {
    const transfer = await this.page.evaluateHandle((given) => {
      const made = new DataTransfer()
      for (const [name, text] of given) made.items.add(new File([text], name))
      return made
    }, files)
    const area = this.page.locator('[data-drop]')
    await area.dispatchEvent('dragenter', { dataTransfer: transfer })
    await area.dispatchEvent('drop', { dataTransfer: transfer })
  }

  /** Finds a result by its verdict and title. */
  result(word: string, title: string | RegExp): Locator {
    return this.results
      .filter({ has: this.page.getByText(word, { exact: true }) })
      .filter({ has: this.page.getByRole('heading', { level: 2, name: title }) })
  }

  /** A value to look up elsewhere. */
  value(label: string): Locator {
    const term = this.page.getByText(label, { exact: true })
    return this.results.locator('.verify-value').filter({ has: term }).locator('code')
  }

  async removeAll(): Promise<void> {
    const remove = this.page.getByRole('button', { name: /^Remove / })
    for (let left = await remove.count(); left > 0; left -= 1) {
      await remove.first().click()
    }
    await this.results.first().waitFor({ state: 'detached' })
  }
}
