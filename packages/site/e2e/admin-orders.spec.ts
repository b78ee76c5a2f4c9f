import { adminApi, findOrders, placeTestOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'

// Lists all orders.
test.use({ isOwnShop: true })

const explorer = `https://example.org/tx/0x${'12'.repeat(32)}`

test('filters orders by tab and search, and keeps both in the address', async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Waiting Work', { isPaid: false })
  await placeTestOrder(shop.url, 'Paid Work')
  const done = await placeTestOrder(shop.url, 'Done Work')
  const api = await adminApi(shop.url)
  await api.orders.change({ params: { id: done }, body: { blockchainLink: explorer, status: 'completed' } })

  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  const shown: [string, string[]][] = [
    ['To Fulfill', ['Paid Work']],
    ['Pending', ['Waiting Work']],
    ['Paid', ['Paid Work']],
    ['Completed', ['Done Work']],
    ['All Orders', ['Done Work', 'Paid Work', 'Waiting Work']],
  ]
  await expect(dashboard.tab('To Fulfill')).toHaveAttribute('aria-selected', 'true')
  for (const [tab, projects] of shown) {
    await dashboard.tab(tab).click()
    await expect(dashboard.orders.getByRole('link')).toHaveText(projects)
  }

  await dashboard.tab('To Fulfill').click()
  for (const search of ['pAID w', 'raman', 'paid.work@', 'Priya']) {
    await dashboard.search.fill(search)
    await expect(dashboard.row('Paid Work')).toContainText('In To Fulfill, Paid')
    await expect(dashboard.tab('All Orders'), 'a search looks in all').toHaveAttribute(
      'aria-selected',
      'true',
    )
  }
  await dashboard.search.fill(done)
  await expect(dashboard.orders.getByRole('link')).toHaveText(['Done Work'])
  await expect(dashboard.row('Done Work')).toContainText('In Completed')
  await expect(page).toHaveURL(/dashboard\?search=/)
  await page.reload()
  await expect(dashboard.search).toHaveValue(done)
  await expect(dashboard.orders.getByRole('link')).toHaveText(['Done Work'])

  await dashboard.orders.getByRole('link', { name: 'Done Work' }).click()
  await new OrderScreen(page).back.click()
  await expect(page).toHaveURL(/dashboard\?search=/)
  await expect(dashboard.search).toHaveValue(done)

  await dashboard.tab('Paid').click()
  await expect(dashboard.noOrders).toBeVisible()
  await page.getByRole('button', { name: 'Show 1 found in All Orders' }).click()
  await expect(dashboard.row('Done Work')).toBeVisible()
  await dashboard.search.fill('no such order')
  await expect(dashboard.noOrders).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(dashboard.search).toHaveValue('')

  await dashboard.search.focus()
  await dashboard.tab('Pending').evaluate((tab: HTMLElement) => {
    document.execCommand('insertText', false, 'work')
    tab.click()
  })
  await expect(page, 'a tab chosen in the pause of the search').toHaveURL(
    /dashboard\?tab=pending&search=work$/,
  )
  await expect(dashboard.orders.getByRole('link')).toHaveText(['Waiting Work'])
})

test('marks the confirmation as sent once', { tag: '@deep' }, async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Unconfirmed Work', { isPaid: false })
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.tab('Pending').click()
  await expect(dashboard.row('Unconfirmed Work')).toContainText('Confirmation not sent')
  const question = dashboard.question('Mark the confirmation as sent?')
  await dashboard.runAction('Unconfirmed Work', 'Mark Confirmation Sent')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await findOrders(shop.url, 'Unconfirmed Work')).toMatchObject([{ confirmationEmailSent: false }])
  await dashboard.runAction('Unconfirmed Work', 'Mark Confirmation Sent')
  await question.getByRole('button', { name: 'Mark Confirmation Sent' }).click()
  await expect(dashboard.row('Unconfirmed Work')).toContainText('Confirmation sent')
  await expect(dashboard.toast.polite).toContainText('Order updated')
  expect(await findOrders(shop.url, 'Unconfirmed Work')).toMatchObject([{ confirmationEmailSent: true }])

  await dashboard.actionsOf('Unconfirmed Work').click()
  await expect(dashboard.action('Mark Confirmation Sent')).toHaveAttribute('aria-disabled', 'true')
  await expect(dashboard.action('Mark Fulfillment Sent')).toHaveAttribute('aria-disabled', 'true')
  await expect(dashboard.action('Add Blockchain Link')).toHaveAttribute('aria-disabled', 'true')
})

test('opens an order that is clicked before a typed search has run', async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Clicked Work')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  const screenCode = await holdRequests(page, /\/assets\/OrderScreen-/)
  await dashboard.open()
  const order = dashboard.orders.getByRole('link', { name: 'Clicked Work' })
  await expect(order).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)

  await dashboard.search.fill('work')
  await order.click()
  await screenCode.requested
  await page.clock.runFor(1_000)
  // React delays some drawings by a timer.
  await page.clock.resume()
  screenCode.release()
  await expect(new OrderScreen(page).heading('Clicked Work')).toBeVisible()
})

test('marks the fulfillment of a paid order as sent, which its own screen offers only with a link', async ({
  page,
  shop,
}) => {
  await placeTestOrder(shop.url, 'Handed over')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.orders.getByRole('link', { name: 'Handed over' }).click()
  const order = new OrderScreen(page)
  await order.tab('Order Progress').click()
  await expect(order.markFulfillment).toBeDisabled()
  await order.back.click()
  await dashboard.runAction('Handed over', 'Mark Fulfillment Sent')
  await dashboard
    .question('Mark the fulfillment as sent?')
    .getByRole('button', { name: 'Mark Fulfillment Sent' })
    .click()
  await expect(dashboard.row('Handed over')).toContainText('Fulfillment sent')
  expect(await findOrders(shop.url, 'Handed over')).toMatchObject([
    { fulfillmentEmailSent: true, blockchainLink: null },
  ])
})

test(
  'shows an error if an order cannot be changed',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/500 .*\/api\/admin\/orders\//)
    await placeTestOrder(shop.url, 'Stubborn Work', { isPaid: false })
    await new LoginScreen(page).logInByApi()
    const dashboard = new DashboardScreen(page)
    await dashboard.open()
    await dashboard.tab('Pending').click()
    await page.route(/\/api\/admin\/orders\/[^/]+$/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await dashboard.runAction('Stubborn Work', 'Mark Confirmation Sent')
    await dashboard
      .question('Mark the confirmation as sent?')
      .getByRole('button', { name: 'Mark Confirmation Sent' })
      .click()
    await expect(dashboard.toast.urgent).toHaveText(toastText('Update failed', 'Could not update the order'))
    await expect(dashboard.row('Stubborn Work')).toContainText('Confirmation not sent')
  },
)

test('adds a link in a dialog: ignores an empty one, keeps an invalid one with its error, and completes the order with a valid one', async ({
  page,
  shop,
}) => {
  await placeTestOrder(shop.url, 'Linked Work')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))

  const code = await holdRequests(page, '**/record-code')
  await dashboard.runAction('Linked Work', 'Add Blockchain Link')
  await expect(dashboard.link).toBeFocused()
  // The code would move the button while it is pressed.
  await expect(dashboard.saveLink).toBeDisabled()
  code.release()
  await expect(dashboard.linkDialog).toContainText('This emails the customer now: linked.work@example.org.')
  await dashboard.saveLink.click()
  await expect(dashboard.linkDialog).toBeHidden()
  expect(changes).toEqual([])
  await expect(dashboard.row('Linked Work')).toContainText('Paid')

  await dashboard.runAction('Linked Work', 'Add Blockchain Link')
  await dashboard.link.fill('http://example.org/tx/0x12')
  await dashboard.saveLink.click()
  await expect(dashboard.link).toHaveAccessibleDescription('The link must start with https://')
  await expect(dashboard.link).toHaveValue('http://example.org/tx/0x12')
  expect(changes).toEqual([])
  await dashboard.cancelLink.click()
  await dashboard.runAction('Linked Work', 'Add Blockchain Link')
  await expect(dashboard.link).toHaveValue('http://example.org/tx/0x12')

  await dashboard.link.fill(explorer)
  await dashboard.saveLink.click()
  await expect(dashboard.linkDialog).toBeHidden()
  await expect(dashboard.row('Linked Work')).toBeHidden()
  await dashboard.tab('Completed').click()
  await expect(dashboard.row('Linked Work')).toContainText('Completed')
  expect(await findOrders(shop.url, 'Linked Work')).toMatchObject([
    { status: 'completed', blockchainLink: explorer },
  ])
  const mailed = async () =>
    (await shop.mails()).filter((mail) => mail.includes('<linked.work@example.org>')).length
  await expect.poll(mailed, 'the confirmation and the fulfillment').toBe(2)
  await expect
    .poll(async () => (await findOrders(shop.url, 'Linked Work'))[0]?.fulfillmentEmailSent)
    .toBe(true)
})

test(
  'shows errors if orders cannot be loaded, and retries',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/500 .*\/orders/)
    const id = await placeTestOrder(shop.url, 'Slow Work')
    await new LoginScreen(page).logInByApi()
    await page.route(/\/api\/admin\/(direct\/orders|orders\/)/, (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    const dashboard = new DashboardScreen(page)
    await dashboard.open()
    await expect(page.getByText('Failed to load orders. Please try again.')).toBeVisible()
    await page.unroute(/\/api\/admin\/(direct\/orders|orders\/)/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(dashboard.row('Slow Work')).toBeVisible()

    await page.route(/\/api\/admin\/orders\//, (route) => route.fulfill({ status: 500, body: '{}' }))
    const order = new OrderScreen(page)
    await order.open(id)
    await expect(page.getByText('Failed to load order details. Please try again.')).toBeVisible()
    await order.back.click()
    await expect(page).toHaveURL('/admin/dashboard')
  },
)
