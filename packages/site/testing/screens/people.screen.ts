import type { Locator, Page } from '@playwright/test'
import { AdminScreen } from './admin.screen.ts'

/** /admin/people. */
export class PeopleScreen extends AdminScreen {
  readonly heading: Locator
  readonly invite: Locator
  readonly inviteDialog: Locator
  readonly email: Locator
  readonly role: Locator
  readonly sendInvitation: Locator
  readonly require: Locator
  protected readonly path = '/admin/people'

  constructor(page: Page) {
    super(page)
    this.heading = page.getByRole('heading', { name: 'People', exact: true })
    this.invite = page.getByRole('button', { name: 'Invite someone' })
    this.inviteDialog = page.getByRole('dialog', { name: 'Invite someone' })
    this.email = this.inviteDialog.getByLabel('Email')
    this.role = page.getByRole('dialog').getByLabel('Role')
    this.sendInvitation = this.inviteDialog.getByRole('button', { name: 'Send invitation' })
    this.require = page.getByRole('button', { name: 'Require it for everyone' })
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

  /** A button in the open dialog. */
  answer(name: string): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name, exact: true })
  }
}
