import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** /admin/people. */
export class PeopleScreen {
  readonly heading: Locator
  readonly invite: Locator
  readonly inviteDialog: Locator
  readonly email: Locator
  readonly role: Locator
  readonly sendInvitation: Locator
  readonly require: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'People', exact: true })
    this.invite = page.getByRole('button', { name: 'Invite someone' })
    this.inviteDialog = page.getByRole('dialog', { name: 'Invite someone' })
    this.email = this.inviteDialog.getByLabel('Email')
    this.role = page.getByRole('dialog').getByLabel('Role')
    this.sendInvitation = this.inviteDialog.getByRole('button', { name: 'Send invitation' })
    this.require = page.getByRole('button', { name: 'Require it for everyone' })
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/people')
  }

  person(name: string): Locator {
    return this.page
      .getByRole('region', { name: 'Administrators' })
      .getByRole('listitem')
      .filter({ hasText: name })
  }

  invitation(email: string): Locator {
    return this.page
      .getByRole('region', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: email })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** A button in the open dialog. */
  answer(name: string): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name, exact: true })
  }
}
