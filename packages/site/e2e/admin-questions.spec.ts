import { isolatedText } from '@priormark/core/platform/isolated-text'
import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, findOrders, placeTestOrder } from '../testing/shop-api.ts'

// Changes the price.
test.use({ isOwnShop: true })

test('asks with amounts and the total before several orders are marked as paid, and leaves canceled payments out', async ({
  page,
  shop,
}) => {
  for (const name of ['Cello One', 'Cello Two', 'Cello Three'])
    await placeTestOrder(shop.url, name, { isPaid: false })
  // The state that Stripe reports a day after a checkout that was not finished.
  await page.route(/\/api\/admin\/direct\/orders\?.*tab=pending/, async (route) => {
    const response = await route.fetch()
    const orders: { projectName: string }[] = await response.json()
    const json = orders.map((order) =>
      order.projectName === 'Cello Three' ? { ...order, paymentState: 'canceled' } : order,
    )
    await route.fulfill({ response, json })
  })
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.search.fill('Cello')
  // A new search clears the selection.
  await expect(page).toHaveURL(/search=Cello/)
  await dashboard.tab('Pending').click()
  await expect(dashboard.orders.getByRole('link')).toHaveCount(3)
  for (const name of ['Cello One', 'Cello Two', 'Cello Three'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Mark as Paid (2)' }).click()
  const question = dashboard.question('Mark 2 orders as paid?')
  await expect(question.getByRole('listitem')).toHaveText([
    'Cello Two, Priya Raman: $8.97',
    'Cello One, Priya Raman: $8.97',
  ])
  await expect(question).toContainText('Total: $17.94')
  await expect(question).toContainText(`Left out: ${isolatedText('Cello Three')} (Payment canceled)`)
  await question.getByRole('button', { name: 'Mark as Paid (2)' }).click()
  await expect(dashboard.toast.polite).toHaveText(toastText('Orders updated', '2 orders updated'))
  const paid = (await findOrders(shop.url, 'Cello')).filter((order) => order.paymentConfirmed)
  expect(paid.map(({ projectName }) => projectName).sort()).toEqual(['Cello One', 'Cello Two'])
})

test(
  'asks before an order’s link is saved, because that emails the customer',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/409 /)
    const id = await placeTestOrder(shop.url, 'Asked Work')
    const api = await adminApi(shop.url)
    await new LoginScreen(page).logInByApi()
    const order = new OrderScreen(page)
    await order.open(id)
    await order.tab('Order Progress').click()
    await order.link.fill('https://example.org/tx/0x12')
    await order.saveLink.click()
    const question = order.question('Save the link and complete the order?')
    await expect(question).toContainText('https://example.org/tx/0x12')
    await expect(question).toContainText('This emails the customer now: asked.work@example.org.')
    await expect(question.getByRole('alert')).toContainText('This link doesn’t contain a transaction number.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect((await api.orders.read({ params: { id } })).status).toBe('paid')
    await expect(order.link).toHaveValue('https://example.org/tx/0x12')
    await order.saveLinkAndConfirm()
    await expect(order.event('Blockchain link added')).toBeVisible()

    const corrected = `https://example.org/tx/0x${'34'.repeat(32)}`
    await order.link.fill(corrected)
    await order.saveLink.click()
    const replacing = order.question('Replace the link?')
    await expect(replacing.getByRole('alert')).toHaveCount(0)
    await expect(replacing).toContainText('This emails the customer the corrected link')
    await expect(replacing).toContainText('This replaces https://example.org/tx/0x12')
    // Someone else corrects it first.
    await api.orders.change({ params: { id }, body: { blockchainLink: 'https://example.org/tx/0x56' } })
    await replacing.getByRole('button', { name: 'Save link' }).click()
    await expect(replacing.getByRole('alert')).toHaveText(
      'Another link was saved meanwhile. Saving replaces it: https://example.org/tx/0x56',
    )
    await replacing.getByRole('button', { name: 'Save link' }).click()
    await expect(replacing).toBeHidden()
    expect((await api.orders.read({ params: { id } })).blockchainLink).toBe(corrected)
  },
)

test('rejects a price below Stripe’s minimum, and asks again before a change by more than half', async ({
  page,
  shop,
}) => {
  const api = await adminApi(shop.url)
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await expect(dashboard.price).toHaveValue('8.97')
  // The dollar sign is part of the field.
  await dashboard.price.click({ position: { x: 15, y: 17 } })
  await dashboard.price.fill('0.40')
  await dashboard.updatePrice.click()
  await expect(dashboard.price).toHaveAccessibleDescription(
    'The price must be at least $0.50, the smallest amount that Stripe charges',
  )
  await dashboard.price.fill('897')
  await expect(dashboard.price).toHaveAccessibleDescription('Not saved. New orders are charged $8.97.')
  await dashboard.updatePrice.click()
  const question = dashboard.question('$897.00 instead of $8.97?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await api.price.read()).toEqual({ price: 8.97 })
  await expect(dashboard.price).toHaveValue('8.97')
  await dashboard.price.fill('897')
  await dashboard.updatePrice.click()
  await question.getByRole('button', { name: 'Update price' }).click()
  await expect(dashboard.toast.polite).toContainText('The service now costs $897.00')
  expect(await api.price.read()).toEqual({ price: 897 })
})
