import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, placeTestOrder } from '../testing/shop-api.ts'

// Lists all orders.
test.use({ isOwnShop: true, viewport: { width: 1440, height: 900 } })

test('the first order is in view at the start and after a search, two steps find it by email, three refund a part, and two show last month’s net', async ({
  page,
  shop,
}) => {
  const done = await placeTestOrder(shop.url, 'Found Work')
  await placeTestOrder(shop.url, 'Waiting Work')
  const api = await adminApi(shop.url)
  await api.orders.change({
    params: { id: done },
    body: { blockchainLink: 'https://example.org/tx/0x12', status: 'completed' },
  })
  await new LoginScreen(page).logInByApi()
  await page.goto('/admin')
  const [dashboard, order] = [new DashboardScreen(page), new OrderScreen(page)]
  await expect(dashboard.row('Waiting Work')).toBeInViewport({ ratio: 1 })

  // The search, and Enter.
  await page.keyboard.press('/')
  await page.keyboard.type('@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Waiting Work' }), 'the first of several').toBeFocused()
  await expect(dashboard.row('Found Work')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('/')
  await page.keyboard.type('found.work@example.org')
  await page.keyboard.press('Enter')
  await expect(order.heading('Found Work')).toBeInViewport()
  await expect(order.refund).toBeInViewport()
  await expect(order.next).toContainText('Nothing to do')

  // From the list: the order, Refund, and the button of its dialog.
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Waiting Work' }).click()
  await expect(order.tab('Order Progress'), 'opened from a to-do').toHaveAttribute('aria-selected', 'true')
  await order.refund.click()
  const question = order.question('Refund this order?')
  await question.getByLabel('Amount in USD').fill('2')
  await question.getByRole('button', { name: 'Refund $2.00' }).click()
  await expect(order.toast.polite).toHaveText(toastText('Refunded', '$2.00 is on its way to the customer'))

  // The menu, and the statements, which begin with last month.
  await page.getByRole('button', { name: /^System/ }).click()
  await page.getByRole('link', { name: 'Statements' }).click()
  await expect(page.getByRole('row', { name: /^Total/ })).toHaveText('Total$0.00$0.00$0.00$0.00$0.00')
})
