import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** What a customer types into the order form. */
export interface Details {
  firstName: string
  lastName: string
  email: string
  projectName: string
  projectDescription: string
}

/** The landing page with its order form. */
export class LandingScreen {
  readonly heading: Locator
  /** The upload area and, once a file is uploaded, the form. */
  readonly section: Locator
  readonly invitation: Locator
  readonly browse: Locator
  readonly progress: Locator
  readonly removeFile: Locator
  readonly pause: Locator
  readonly resume: Locator
  readonly tryNow: Locator
  readonly seal: Locator
  readonly firstName: Locator
  readonly lastName: Locator
  readonly email: Locator
  readonly projectName: Locator
  readonly projectDescription: Locator
  readonly terms: Locator
  readonly submit: Locator
  readonly submitting: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.section = page.getByRole('region', { name: 'Protect Your Work Now' })
    this.invitation = this.section.getByText('Drag and drop your file here')
    this.browse = this.section.getByRole('button', { name: 'Browse Files' })
    this.progress = this.section.getByRole('progressbar')
    this.removeFile = this.section.getByRole('button', { name: 'Choose a different file' })
    this.pause = this.section.getByRole('button', { name: 'Pause' })
    this.resume = this.section.getByRole('button', { name: 'Resume' })
    this.tryNow = this.section.getByRole('button', { name: 'Try now' })
    this.seal = this.section.getByRole('img', { name: 'The seal of your file' })
    this.firstName = this.section.getByLabel('First name')
    this.lastName = this.section.getByLabel('Last name')
    this.email = this.section.getByLabel('Email')
    this.projectName = this.section.getByLabel('Project name')
    this.projectDescription = this.section.getByLabel('Project description')
    this.terms = this.section.getByLabel('I agree to the terms')
    this.submit = this.section.getByRole('button', { name: 'Continue to payment' })
    this.submitting = this.section.getByRole('button', { name: 'Processing...' })
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/')
  }

  /** Chooses a file with the file dialog. */
  async choose(path: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.browse.click()
    await (await chooser).setFiles(path)
  }

  /** Chooses a file and waits until it is uploaded. */
  async upload(path: string): Promise<void> {
    await this.choose(path)
    await this.seal.waitFor()
  }

  /** Drops files onto the upload area. @param files [name, text] each */
  async drop(files: [string, string][]): Promise<void> {
    const transfer = await this.transfer(files)
    await this.invitation.dispatchEvent('drop', { dataTransfer: transfer })
  }

  /** Drops a file or folder of this machine onto the upload area, as the system's file manager does. */
  async dropFromDisk(diskPath: string): Promise<void> {
    await this.invitation.scrollIntoViewIfNeeded()
    const box = await this.invitation.boundingBox()
    if (box === null) throw new Error('The upload area is not visible')
    const devTools = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: [diskPath], dragOperationsMask: 1 }
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devTools.send('Input.dispatchDragEvent', { type, ...place, data })
    await devTools.detach()
  }

  /** Returns the data of a drag. */
  transfer(files: [string, string][]) {
    return this.page.evaluateHandle((given) => {
      const transfer = new DataTransfer()
      for (const [name, text] of given) transfer.items.add(new File([text], name))
      return transfer
    }, files)
  }

  async fillForm(details: Details): Promise<void> {
    await this.firstName.fill(details.firstName)
    await this.lastName.fill(details.lastName)
    await this.email.fill(details.email)
    await this.projectName.fill(details.projectName)
    await this.projectDescription.fill(details.projectDescription)
    await this.terms.check()
  }

  /** Uploads a file, submits the form and waits for the checkout. */
  async orderWith(path: string, details: Details): Promise<void> {
    await this.upload(path)
    await this.fillForm(details)
    await this.submit.click()
    await this.page.waitForURL(/\/checkout\?orderId=/)
  }
}
