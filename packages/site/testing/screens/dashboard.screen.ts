import type { Locator, Page } from '@playwright/test'
import { ToastScreen } from './toast.screen.ts'

/** /admin/dashboard. */
export class DashboardScreen {
  readonly heading: Locator
  readonly orders: Locator
  readonly search: Locator
  readonly noOrders: Locator
  readonly menu: Locator
  readonly price: Locator
  readonly updatePrice: Locator
  readonly logout: Locator
  readonly linkDialog: Locator
  readonly link: Locator
  readonly saveLink: Locator
  readonly cancelLink: Locator
  readonly toast: ToastScreen
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { name: 'Dashboard' })
    this.orders = page.getByRole('tabpanel')
    this.search = page.getByRole('searchbox', { name: 'Search orders' })
    this.noOrders = page.getByText('No orders found.')
    this.menu = page.getByRole('menu')
    this.price = page.getByLabel('Price in USD')
    this.updatePrice = page.getByRole('button', { name: 'Update price' })
    this.logout = page.getByRole('button', { name: 'Logout' })
    this.linkDialog = page.getByRole('dialog', { name: 'Add Blockchain Link' })
    this.link = this.linkDialog.getByLabel('Blockchain link')
    this.saveLink = this.linkDialog.getByRole('button', { name: 'Save link' })
    this.cancelLink = this.linkDialog.getByRole('button', { name: 'Cancel' })
    this.toast = new ToastScreen(page)
  }

  async open(): Promise<void> {
    await this.page.goto('/admin/dashboard')
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  row(projectName: string): Locator {
    return this.orders.getByRole('row').filter({ has: this.page.getByRole('link', { name: projectName }) })
  }

  actionsOf(projectName: string): Locator {
    return this.orders.getByRole('button', { name: `Actions for ${projectName}` })
  }

  action(name: string): Locator {
    return this.menu.getByRole('menuitem', { name })
  }

  /** The dialog that asks before something that cannot be undone. */
  question(title: string): Locator {
    return this.page.getByRole('dialog', { name: title })
  }

  async runAction(projectName: string, action: string): Promise<void> {
    await this.actionsOf(projectName).click()
    await this.action(action).click()
  }
}
