import type { Locator, Page } from '@playwright/test'
import type { Details } from './landing.screen.ts'
import { ToastScreen } from './toast.screen.ts'

/** /blog/{slug}: a post with the order form at the end. */
export class PostScreen {
  readonly heading: Locator
  readonly article: Locator
  readonly banner: Locator
  readonly bannerButton: Locator
  readonly copyLink: Locator
  readonly playVideo: Locator
  readonly player: Locator
  readonly section: Locator
  readonly browse: Locator
  readonly seal: Locator
  readonly firstName: Locator
  readonly lastName: Locator
  readonly email: Locator
  readonly projectName: Locator
  readonly projectDescription: Locator
  readonly terms: Locator
  readonly submit: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.article = page.getByRole('article')
    this.banner = page.getByRole('complementary', { name: 'Protect Your Idea With Blockchain' })
    this.bannerButton = this.banner.getByRole('link', { name: 'Protect your idea' })
    this.copyLink = page.getByRole('button', { name: 'Copy link' })
    this.playVideo = page.getByRole('button', { name: /^Play video/ })
    this.player = page.locator('iframe')
    this.section = page.getByRole('region', { name: 'Protect your own work' })
    this.browse = this.section.getByRole('button', { name: 'Browse Files' })
    this.seal = this.section.getByRole('img', { name: 'The seal of your file' })
    this.firstName = this.section.getByLabel('First name')
    this.lastName = this.section.getByLabel('Last name')
    this.email = this.section.getByLabel('Email')
    this.projectName = this.section.getByLabel('Project name')
    this.projectDescription = this.section.getByLabel('Project description')
    this.terms = this.section.getByLabel('I agree to the terms')
    this.submit = this.section.getByRole('button', { name: 'Continue to payment' })
    this.toast = new ToastScreen(page)
  }

  async open(slug: string): Promise<void> {
    await this.page.goto(`/blog/${slug}`)
  }

  share(network: string): Locator {
    return this.page.getByRole('link', { name: `Share on ${network}` })
  }

  /** Chooses a file and waits until it is uploaded. */
  async upload(path: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.browse.click()
    await (await chooser).setFiles(path)
    await this.seal.waitFor()
  }

  async fillForm(details: Details): Promise<void> {
    await this.firstName.fill(details.firstName)
    await this.lastName.fill(details.lastName)
    await this.email.fill(details.email)
    await this.projectName.fill(details.projectName)
    await this.projectDescription.fill(details.projectDescription)
    await this.terms.check()
  }
}
