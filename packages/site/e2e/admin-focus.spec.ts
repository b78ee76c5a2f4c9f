import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { PeopleScreen } from '../testing/screens/people.screen.ts'
import { customer, placeOrder } from '../testing/shop-api.ts'
import { tabTo } from './tab-to.ts'

// Lists all orders and invitations, and changes a setting.
test.use({ isOwnShop: true })

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test(
  'moves the focus to the next row, or to what is around it, when an action removes or disables its control',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const place = (projectName: string, isPaid: boolean) => {
      const work = { ...customer('focus'), fileName: 'focus.txt', fileText: projectName }
      return placeOrder(shop.url, { ...work, projectName, isPaid })
    }
    const paid = await place('Focus on a refund', true)
    for (const name of ['Focus one', 'Focus two', 'Focus three']) await place(name, false)
    const [dashboard, order, people] = [
      new DashboardScreen(page),
      new OrderScreen(page),
      new PeopleScreen(page),
    ]
    const { keyboard } = page
    const confirm = async (name: string) => {
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name, exact: true }))
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.goto('/admin/dashboard?tab=pending')
    await tabTo(page, dashboard.actionsOf('Focus two'))
    await keyboard.press('Enter')
    await expect(dashboard.action('View Details')).toBeFocused()
    const items = await dashboard.menu.getByRole('menuitem').allInnerTexts()
    for (const _ of items.slice(0, items.indexOf('Mark as Paid'))) await keyboard.press('ArrowDown')
    await expect(dashboard.action('Mark as Paid')).toBeFocused()
    await keyboard.press('Enter')
    await confirm('Mark as Paid')
    await expect(dashboard.row('Focus two')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Focus one' })).toBeFocused()

    await tabTo(page, page.getByLabel('Select all orders on this page'))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Mark as Paid (2)' }))
    await keyboard.press('Enter')
    await confirm('Mark as Paid (2)')
    await expect(dashboard.noOrders).toBeVisible()
    await expect(page.getByRole('region', { name: 'Order management' })).toBeFocused()

    await page.goto(`/admin/orders/${paid}?tab=progress`)
    await tabTo(page, order.refund)
    await keyboard.press('Enter')
    await confirm('Refund $8.97')
    await expect(order.payment).toContainText('Fully refunded.')
    await expect(order.payment).toBeFocused()

    await people.open()
    for (const email of ['one@example.org', 'two@example.org']) {
      await tabTo(page, people.invite)
      await keyboard.press('Enter')
      await expect(people.email).toBeFocused()
      await keyboard.type(email)
      await keyboard.press('Enter')
      await expect(people.invitation(email)).toBeVisible()
      await expect(people.invite).toBeFocused()
    }
    const cancel = page.getByRole('button', { name: /^Cancel the invitation to/ })
    await tabTo(page, cancel.first())
    await keyboard.press('Enter')
    await confirm('Cancel invitation')
    await expect(cancel).toHaveCount(1)
    await expect(cancel).toBeFocused()

    await page.goto('/admin/settings')
    await tabTo(page, page.getByLabel('Support email'))
    await keyboard.press('Control+a')
    await keyboard.type('help@example.org')
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await keyboard.press('Enter')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.locator('form')).toBeFocused()
  },
)

test(
  'scrolls every control that gets the focus out from under the bars',
  { tag: '@deep' },
  async ({ page }) => {
    for (const path of ['settings/shop', 'settings/email']) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
      const covered: string[] = []
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press('Tab')
        covered.push(...(await page.evaluate(coveredFocus)))
      }
      expect(covered).toEqual([])
    }
  },
)

/** Returns what has the focus if something else is drawn over it. Runs in the page. */
function coveredFocus(): string[] {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return []
  const { left, top, width, height } = activeElement.getBoundingClientRect()
  // Of a text with several lines, only the line with the caret scrolls into view.
  const shown = document.elementFromPoint(left + width / 2, top + Math.min(height, 24) - 1)
  return shown === null || activeElement.contains(shown) || shown.contains(activeElement)
    ? []
    : [`${activeElement.outerHTML.slice(0, 200)} below ${shown.outerHTML.slice(0, 100)}`]
}
