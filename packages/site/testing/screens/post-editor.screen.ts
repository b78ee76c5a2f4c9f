import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** CKEditor sets `ckeditorInstance` on its element. */
interface EditorElement {
  ckeditorInstance: {
    getData(options: object): string
    setData(html: string): void
    execute(command: string, value: object): void
  }
}

/** /admin/blog/editor. */
export class PostEditorScreen {
  readonly heading: Locator
  readonly title: Locator
  readonly content: Locator
  readonly toolbar: Locator
  readonly slug: Locator
  readonly status: Locator
  readonly scheduledDay: Locator
  readonly scheduledTime: Locator
  readonly featuredImage: Locator
  readonly metaTitle: Locator
  readonly metaDescription: Locator
  readonly metaKeywords: Locator
  readonly excerpt: Locator
  readonly back: Locator
  readonly create: Locator
  readonly save: Locator
  readonly autosave: Locator
  readonly leaveDialog: Locator
  readonly unsaved: Locator
  readonly imageOptions: Locator
  readonly library: Locator
  readonly revisions: Locator
  readonly conflict: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 }).first()
    this.title = page.getByLabel('Title', { exact: true })
    this.content = page.locator('.ck-editor__main > .ck-editor__editable')
    this.toolbar = page.getByRole('toolbar', { name: 'Editor toolbar' })
    this.slug = page.getByLabel('URL Slug', { exact: true })
    this.status = page.getByLabel('Status', { exact: true })
    this.scheduledDay = page.getByLabel('Schedule for')
    this.scheduledTime = page.getByLabel('Time', { exact: true })
    this.featuredImage = page.getByLabel('Featured Image URL')
    this.metaTitle = page.getByLabel('Meta Title')
    this.metaDescription = page.getByLabel('Meta Description')
    this.metaKeywords = page.getByLabel('Meta Keywords')
    this.excerpt = page.getByRole('textbox', { name: 'Excerpt' })
    this.back = page.getByRole('button', { name: 'Back', exact: true })
    this.create = page.getByRole('button', { name: /^Creat/ })
    this.save = page.getByRole('button', { name: /^Sav/ })
    this.autosave = page.locator('[data-autosave]')
    this.leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    this.unsaved = page.getByRole('region', { name: 'Unsaved text' })
    this.imageOptions = page.getByRole('dialog', { name: 'Image Options' })
    this.library = page.getByRole('dialog', { name: 'Blog Images' })
    this.revisions = page.getByRole('dialog', { name: 'History' })
    this.conflict = page.getByRole('region', { name: 'Compare versions' })
    this.toast = new ToastScreen(page)
  }

  /** Presses keys that move the selection. A busy browser reports the move late, after a click on the toolbar. */
  async moveSelection(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
    await this.reportSelection()
  }

  async reportSelection(): Promise<void> {
    await this.page.evaluate(() => document.dispatchEvent(new Event('selectionchange')))
  }

  async open(id?: string): Promise<void> {
    await this.page.goto(id === undefined ? '/admin/blog/editor' : `/admin/blog/editor?id=${id}`)
    await this.content.waitFor()
  }

  /** Opens the editor and waits until the screens that follow a save also work offline. */
  async openWithNextScreens(id?: string): Promise<void> {
    const modules = [/\/assets\/BlogScreen-[\w-]+\.js$/, /\/assets\/HistoryScreen-[\w-]+\.js$/].map(
      (address) => this.page.waitForResponse(address),
    )
    await this.open(id)
    const urls = (await Promise.all(modules)).map((response) => response.url())
    // Also waits for everything that these modules import.
    await this.page.evaluate(
      (given) => Promise.all(given.map((url) => import(url))).then(() => undefined),
      urls,
    )
  }

  /** @param local a time by the shop's clock, such as '2090-01-01T09:30' */
  async schedule(local: string): Promise<void> {
    const [day = '', time = ''] = local.split('T')
    await this.scheduledDay.fill(day)
    await this.scheduledTime.fill(time)
  }

  /** Chooses an entry of the menu that publishes the post. */
  async publish(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: /^(Publish|Update)$/ }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  tab(name: 'Content' | 'Excerpt'): Locator {
    return this.page.getByRole('tab', { name })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  tool(name: string): Locator {
    return this.toolbar.getByRole('button', { name, exact: true })
  }

  /** Chooses an option of a toolbar list. */
  async choose(list: string | RegExp, option: string): Promise<void> {
    await this.toolbar.getByRole('button', { name: list }).first().click()
    await this.page.locator('.ck-dropdown__panel-visible').getByText(option, { exact: true }).click()
  }

  /** Types the beginning of an entry of the "/" menu, and chooses it by keyboard. */
  async chooseBySlash(typed: string, entry: string): Promise<void> {
    await this.page.keyboard.type(`/${typed}`)
    // Enter takes the first entry, which the whole list has at first.
    await this.page.locator('.ck-mentions li:first-child').getByText(entry, { exact: true }).waitFor()
    await this.page.keyboard.press('Enter')
  }

  data(): Promise<string> {
    return this.content.evaluate((element) =>
      (element as unknown as EditorElement).ckeditorInstance.getData({ skipListItemIds: true }),
    )
  }

  /** Types text and leaves before the page has done anything else. */
  async typeAndLeave(text: string): Promise<void> {
    const back = await this.back.elementHandle()
    await this.content.evaluate(
      (element, [typed, button]) => {
        ;(element as unknown as EditorElement).ckeditorInstance.execute('insertText', { text: typed })
        ;(button as HTMLElement).click()
      },
      [text, back] as const,
    )
  }

  setData(html: string): Promise<void> {
    return this.content.evaluate(
      (element, text) => (element as unknown as EditorElement).ckeditorInstance.setData(text),
      html,
    )
  }

  /** Pastes HTML as if copied from another program. */
  async paste(html: string): Promise<void> {
    await this.content.click()
    await this.content.evaluate((element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
  }
}
