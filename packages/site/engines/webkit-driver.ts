import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import process from 'node:process'
import { Builder, By, Capabilities, error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { stablePort } from '@priormark/api/testing/stable-port'
import type { WebKitPrograms } from './installed-engines.ts'
import { fieldSelector, notSeen, waitMs, type Engine, type PageDriver, type Role } from './page-driver.ts'

/** Elements that may have a role. The engine computes their accessible names. */
const candidates: Record<Role, string> = {
  button: 'button',
  checkbox: 'input[type=checkbox]',
  link: 'a[href]',
  radio: 'input[type=radio]',
  tab: '[role=tab]',
}

/** Errors while a page changes: the element or document is being replaced, or is covered for a moment. */
const transient = [
  error.StaleElementReferenceError,
  error.NoSuchElementError,
  error.NoSuchFrameError,
  error.ElementNotInteractableError,
  error.ElementClickInterceptedError,
]

/** Starts a virtual display and the WebDriver of WebKitGTK on it. */
export async function startWebKit({ driver, browser, display }: WebKitPrograms): Promise<Engine> {
  const screen = await startDisplay(display)
  const port = await stablePort()
  const address = `http://127.0.0.1:${port}`
  const server = run(driver, [`--port=${port}`], 'ignore', { DISPLAY: screen.name })
  await waitUntilReady(address)

  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  })
  return {
    async newVisitor() {
      const session = await new Builder().usingServer(address).withCapabilities(capabilities).build()
      await session.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
      return { page: new WebKitPage(session), errors: [], leave: () => session.quit() }
    },
    async stop() {
      await server.stop()
      await screen.stop()
    },
  }
}

class WebKitPage implements PageDriver {
  private readonly session: WebDriver

  constructor(session: WebDriver) {
    this.session = session
  }

  async open(url: string): Promise<void> {
    await this.session.get(url)
  }

  async run(change: () => void): Promise<void> {
    await this.session.executeScript(change)
  }

  async goBack(): Promise<void> {
    await this.session.navigate().back()
  }

  async click(role: Role, name: string): Promise<void> {
    await this.until(`${role} "${name}"`, async () => {
      const element = await this.find(candidates[role], name)
      if (element === null || !(await element.isEnabled())) return false
      await this.scrollTo(element)
      await element.click()
      return true
    })
  }

  async fill(label: string, text: string): Promise<void> {
    await this.until(`field "${label}"`, async () => {
      const field = await this.find(fieldSelector, label)
      if (field === null) return false
      await this.scrollTo(field)
      await field.click()
      // Two calls: a call releases its modifier keys only when it ends.
      await field.sendKeys(Key.CONTROL, 'a')
      await field.sendKeys(text)
      return true
    })
  }

  async choose(label: string, option: string): Promise<void> {
    await this.until(`option "${option}" of "${label}"`, async () => {
      const field = await this.find(fieldSelector, label)
      if (field === null) return false
      await this.scrollTo(field)
      for (const element of await field.findElements(By.css('option'))) {
        if ((await element.getText()) !== option) continue
        await element.click()
        return true
      }
      return false
    })
  }

  /** WebDriver cannot use the dialog: the files go straight into the input that the button opens. */
  async chooseFiles(button: string, ...paths: string[]): Promise<void> {
    await this.until(`file input of "${button}"`, async () => {
      const opener = await this.find(candidates.button, button)
      if (opener === null) return false
      const input = await this.session.executeScript<WebElement | null>(
        (element: HTMLElement) =>
          element.querySelector('input[type=file]') ??
          document.getElementById(element.dataset['opens'] ?? ''),
        opener,
      )
      if (input === null) return false
      await input.sendKeys(paths.join('\n'))
      return true
    })
  }

  async waitForText(text: string): Promise<void> {
    await this.until(`"${text}"`, async () => (await this.visibleText()).includes(text))
  }

  async waitForImage(addressPart: string): Promise<void> {
    await this.until(`image ${addressPart}`, () =>
      this.session.executeScript<boolean>((part: string) => {
        const image = [...document.images].find(({ src }) => src.includes(part))
        // Browsers load an image below the fold only after scrolling to it.
        image?.scrollIntoView({ behavior: 'instant' })
        return image !== undefined && image.naturalWidth > 0
      }, addressPart),
    )
  }

  async waitForAddress(address: RegExp): Promise<void> {
    await this.until(`address ${address.source}`, async () =>
      address.test(await this.session.getCurrentUrl()),
    )
  }

  async inFrame(title: string, act: (frame: PageDriver) => Promise<void>): Promise<void> {
    await this.until(`frame "${title}"`, async () => {
      const [frame] = await this.session.findElements(By.css(`iframe[title="${title}"]`))
      if (frame === undefined) return false
      await this.session.switchTo().frame(frame)
      return true
    })
    await act(this)
    await this.session.switchTo().defaultContent()
  }

  /** Returns the first visible element with this accessible name. */
  private async find(selector: string, name: string): Promise<WebElement | null> {
    for (const element of await this.session.findElements(By.css(selector))) {
      if ((await element.getAccessibleName()) === name && (await element.isDisplayed())) return element
    }
    return null
  }

  /** Scrolls to the middle, because the header covers the top. */
  private async scrollTo(element: WebElement): Promise<void> {
    await this.session.executeScript(
      (target: HTMLElement) => target.scrollIntoView({ block: 'center', behavior: 'instant' }),
      element,
    )
  }

  private visibleText(): Promise<string> {
    return this.session.executeScript(() => document.body.innerText)
  }

  private async until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const attempt = async () => {
      try {
        return await isDone()
      } catch (failure) {
        if (transient.some((kind) => failure instanceof kind)) return false
        throw failure
      }
    }
    try {
      await this.session.wait(attempt, waitMs)
    } catch (failure) {
      throw notSeen(what, await this.session.getCurrentUrl(), await this.visibleText(), failure)
    }
  }
}

interface Running {
  child: ChildProcess
  stop(): Promise<void>
}

/** Runs a program until it is stopped, at the latest when this process ends. */
function run(
  program: string,
  args: string[],
  stdio: StdioOptions,
  env: Record<string, string> = {},
): Running {
  const child = spawn(program, args, { stdio, env: { ...process.env, ...env } })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill()
  process.once('exit', kill)
  return {
    child,
    async stop() {
      kill()
      await exited
      process.off('exit', kill)
    },
  }
}

/** Starts Xvfb, which picks a free display and writes its number to the fourth stream. */
async function startDisplay(program: string): Promise<{ name: string; stop(): Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp']
  const { child, stop } = run(program, args, ['ignore', 'ignore', 'ignore', 'pipe'])
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)))
  })
  return { name: `:${number}`, stop }
}

async function waitUntilReady(address: string): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline) throw new Error(`No WebDriver responds at ${address}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
