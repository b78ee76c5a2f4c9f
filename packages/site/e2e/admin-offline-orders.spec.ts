import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { DraftsScreen } from '../testing/screens/drafts.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { adminApi, customer, placeOrder } from '../testing/shop-api.ts'

// Lists all orders.
test.use({ isOwnShop: true, serviceWorkers: 'allow' })

test('shows the orders while offline, also after a reload, and loads everything again when online', async ({
  page,
  context,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  // Calls that run while the session ends.
  browserErrors.allow(/401 /)
  await new LoginScreen(page).logInByApi()
  const work = { ...customer('seen-offline'), fileName: 'song.txt', fileText: 'la', isPaid: false }
  const seen = await placeOrder(shop.url, { ...work, projectName: 'Seen before' })
  await placeOrder(shop.url, { ...work, projectName: 'Never opened' })
  await placeOrder(shop.url, { ...work, projectName: 'Already paid', isPaid: true })
  const [order, dashboard] = [new OrderScreen(page), new DashboardScreen(page)]
  await page.goto('/admin/dashboard?tab=all')
  await page.getByRole('link', { name: 'Seen before' }).click()
  await expect(order.timeline).toContainText('Order created')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Never opened' })).toBeVisible()

  await new DraftsScreen(page).waitForShell()

  await context.setOffline(true)
  await page.getByRole('link', { name: 'Never opened' }).click()
  await expect(page.getByRole('heading', { name: 'Never opened' })).toBeVisible()
  await expect(page.getByText('It loads automatically once the server can be reached.').first()).toBeVisible()
  await page.goBack()
  await dashboard.tab('Pending').click()
  await expect(page.getByRole('link', { name: 'Already paid' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Never opened' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Never opened' })).toBeVisible()
  await dashboard.search.fill('before')
  await expect(page.getByRole('link', { name: 'Never opened' })).toBeHidden()
  await page.getByRole('link', { name: 'Seen before' }).click()
  await expect(
    page.getByText('The server can’t be reached. Showing saved data, the oldest from'),
  ).toBeVisible()
  await expect(order.timeline).toContainText('Order created')
  await expect(order.timeline).toContainText(/As of .* Later events may be missing\./)
  await expectAccessible(page, 'an order while offline')

  const api = await adminApi(shop.url)
  await api.orders.addNote({ params: { id: seen }, body: { text: 'Written meanwhile' } })
  await context.setOffline(false)
  await expect(order.timeline).toContainText('Written meanwhile')
  await expect(page.getByText('The server can’t be reached.')).toBeHidden()

  const storedHere = () =>
    page.evaluate(async () => {
      const shells = (await caches.keys()).filter((name) => name.startsWith('priormark-admin-'))
      return [...shells, ...Object.keys(sessionStorage).filter((key) => key.startsWith('priormark.read '))]
    })
  expect(await storedHere()).not.toEqual([])
  await dashboard.logout.click()
  await expect(page).toHaveURL('/admin/login')
  await expect.poll(storedHere, 'deleted at the logout').toEqual([])
})
