import { expect, type Locator, type Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** /admin/orders/{id}. */
export class OrderScreen {
  readonly download: Locator
  readonly back: Locator
  readonly details: Locator
  readonly payment: Locator
  readonly refund: Locator
  readonly next: Locator
  readonly timeline: Locator
  readonly link: Locator
  readonly saveLink: Locator
  readonly markPaid: Locator
  readonly markConfirmation: Locator
  readonly markFulfillment: Locator
  readonly note: Locator
  readonly addNote: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.download = page.getByRole('button', { name: 'Download File' })
    this.back = page.getByRole('link', { name: 'Back to Dashboard' })
    this.details = page.getByRole('tabpanel')
    this.payment = page.getByRole('region', { name: 'Payment' })
    this.refund = this.payment.getByRole('button', { name: 'Refund', exact: true })
    this.next = page.getByRole('region', { name: 'Next step' })
    this.timeline = page.getByRole('region', { name: 'Timeline and notes' })
    this.link = this.details.getByLabel('Blockchain link')
    this.saveLink = this.details.getByRole('button', { name: 'Save' })
    this.markPaid = this.details.getByRole('button', { name: 'Mark as Paid' })
    this.markConfirmation = this.details.getByRole('button', { name: 'Mark Confirmation Sent' })
    this.markFulfillment = this.details.getByRole('button', { name: 'Mark Fulfillment Sent' })
    this.note = this.timeline.getByLabel('Internal note')
    this.addNote = this.timeline.getByRole('button', { name: 'Add note' })
    this.toast = new ToastScreen(page)
  }

  async open(orderId: string): Promise<void> {
    await this.page.goto(`/admin/orders/${orderId}`)
  }

  /** Chooses an action of the menu. */
  async runAction(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More actions' }).click()
    await this.page.getByRole('menuitem', { name }).click()
  }

  /** The dialog that asks before something that cannot be undone. */
  question(title: string): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  /** Saves the typed link and confirms the question. */
  async saveLinkAndConfirm(): Promise<void> {
    await this.saveLink.click()
    const question = this.page.getByRole('dialog')
    await question.getByRole('button', { name: 'Save link' }).click()
    // The field is emptied when the question closes, which can be after the timeline has the link.
    await expect(question).toBeHidden()
  }

  heading(projectName: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: projectName })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  event(name: string): Locator {
    return this.timeline.getByRole('listitem').filter({ hasText: name })
  }
}
