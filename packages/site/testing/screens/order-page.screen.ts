import { expect, type Locator, type Page } from '@playwright/test'

/** /order/{key}. */
export class OrderPageScreen {
  readonly heading: Locator
  /** The state of the order, in a live region. */
  readonly headline: Locator
  readonly steps: Locator
  /** The step in progress. */
  readonly current: Locator
  readonly checkNow: Locator
  readonly lost: Locator
  readonly checkedAt: Locator
  readonly existed: Locator
  readonly anchors: Locator
  readonly advice: Locator
  readonly checkout: Locator
  readonly evidence: Locator
  readonly certificate: Locator
  readonly proof: Locator
  private readonly page: Page

  constructor(page: Page) {
    const main = page.getByRole('main')
    const section = (name: string) => main.getByRole('region', { name })
    this.page = page
    this.heading = main.getByRole('heading', { level: 1 })
    this.headline = main.getByRole('status').first()
    this.steps = section('Step by step').getByRole('listitem')
    this.current = section('Step by step').locator('[aria-current=step]')
    this.checkNow = main.getByRole('link', { name: 'Check now' })
    this.lost = main.getByText('We can’t reach the server right now')
    this.checkedAt = main.getByText(/Checked at \d{1,2}:\d\d:\d\d/)
    this.existed = main.getByText(/^This file existed, unchanged, no later than/)
    this.anchors = section('Where it is recorded').getByRole('listitem')
    this.advice = section('What you can do now')
    this.checkout = main.getByRole('link', { name: 'Go to checkout' })
    this.evidence = main.getByRole('link', { name: 'Download the evidence' })
    this.certificate = main.getByRole('link', { name: 'Certificate' })
    this.proof = main.getByRole('link', { name: 'Proof', exact: true })
  }

  /** Waits for a final record. If a cycle of anchoring comes too early, the next one comes with its schedule, a minute later. */
  async waitUntilFinal(): Promise<void> {
    await expect(this.headline).toHaveText(/^Recorded in block [\d,]+.*, final$/, { timeout: 240_000 })
  }

  async open(key: string): Promise<void> {
    await this.page.goto(`/order/${key}`)
  }

  seal(fileName: string): Locator {
    return this.page.getByRole('img', { name: `The seal of ${fileName}` })
  }
}
