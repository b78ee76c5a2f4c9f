import puppeteer, { type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import { fieldSelector, notSeen, waitMs, type Engine, type PageDriver, type Role } from './page-driver.ts'

/** Firefox logs this itself if a navigation cancels the download of a font (0x804b0002, NS_BINDING_ABORTED). The page handles it. */
const cancelledFont = /downloadable font: download failed .* status=2152398850 /

/** Starts Firefox without a window, driven over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  return {
    async newVisitor() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1280, height: 900 })
      page.setDefaultTimeout(waitMs)
      const errors: string[] = []
      page.on('pageerror', (error) => {
        if (!cancelledFont.test(String(error))) errors.push(`uncaught: ${String(error)}`)
      })
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()}`)
      })
      return { page: new FirefoxPage(page, page.mainFrame()), errors, leave: () => context.close() }
    },
    stop: () => browser.close(),
  }
}

class FirefoxPage implements PageDriver {
  private readonly page: Page
  private readonly frame: Frame

  constructor(page: Page, frame: Frame) {
    this.page = page
    this.frame = frame
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'domcontentloaded' })
  }

  async run(change: () => void): Promise<void> {
    await this.frame.evaluate(change)
  }

  async goBack(): Promise<void> {
    await this.page.goBack({ waitUntil: 'domcontentloaded' })
  }

  async click(role: Role, name: string): Promise<void> {
    // A locator waits until the element is visible, enabled and does not move.
    const target = this.frame.locator(`::-p-aria([name="${name}"][role="${role}"])`)
    await this.seen(`${role} "${name}"`, target.click())
  }

  async fill(label: string, text: string): Promise<void> {
    const field = await this.field(label)
    await field.click()
    await this.page.keyboard.down('Control')
    await this.page.keyboard.press('a')
    await this.page.keyboard.up('Control')
    await field.type(text)
  }

  async choose(label: string, option: string): Promise<void> {
    const field = await this.field(label)
    await field.type(option)
  }

  async chooseFiles(button: string, ...paths: string[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), this.click('button', button)])
    await chooser.accept(paths)
  }

  async waitForText(text: string): Promise<void> {
    const isThere = this.frame.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)
    await this.seen(`"${text}"`, isThere)
  }

  async waitForImage(addressPart: string): Promise<void> {
    const isLoaded = this.frame.waitForFunction(
      (part) => {
        const image = [...document.images].find(({ src }) => src.includes(part))
        // Browsers load an image below the fold only after scrolling to it.
        image?.scrollIntoView({ behavior: 'instant' })
        return image !== undefined && image.naturalWidth > 0
      },
      {},
      addressPart,
    )
    await this.seen(`image ${addressPart}`, isLoaded)
  }

  async waitForAddress(address: RegExp): Promise<void> {
    const { source } = address
    const isThere = this.frame.waitForFunction((wanted) => new RegExp(wanted).test(location.href), {}, source)
    await this.seen(`address ${source}`, isThere)
  }

  async inFrame(title: string, act: (frame: PageDriver) => Promise<void>): Promise<void> {
    const element = await this.seen(
      `frame "${title}"`,
      this.frame.waitForSelector(`iframe[title="${title}"]`),
    )
    const inner = await element?.contentFrame()
    if (inner == null) throw new Error(`The frame "${title}" was removed`)
    await act(new FirefoxPage(this.page, inner))
  }

  /** A tab or a heading may have the same name as a field. */
  private async field(label: string): Promise<ElementHandle> {
    const find = async () => {
      const deadline = Date.now() + waitMs
      for (;;) {
        for (const element of await this.frame.$$(`::-p-aria([name="${label}"])`)) {
          const isField = await element.evaluate((node, fields) => node.matches(fields), fieldSelector)
          if (isField && (await element.isVisible())) return element
        }
        if (Date.now() > deadline) throw new Error('No such field')
        await this.page.evaluate(() => new Promise(requestAnimationFrame))
      }
    }
    return this.seen(`field "${label}"`, find())
  }

  private async seen<Result>(what: string, waiting: Promise<Result>): Promise<Result> {
    try {
      return await waiting
    } catch (error) {
      const text = await this.frame.evaluate(() => document.body.innerText)
      throw notSeen(what, this.frame.url(), text, error)
    }
  }
}
