import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { AnchorsScreen } from '../testing/screens/anchors.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, placeTestOrder, sealWaitingOrders } from '../testing/shop-api.ts'
import { pressChord } from './press-chord.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'

// Recorded manually, the default in production.
test.use({ shopOptions: { env: { ANCHORS: 'manual' } } })

const explorer = `https://explorer.example/tx/0x${'34'.repeat(32)}`

test('records paid orders in a batch, and completes them when its link is added', async ({ page, shop }) => {
  const orderIds = [
    await placeTestOrder(shop.url, 'First Piece'),
    await placeTestOrder(shop.url, 'Second Piece'),
  ]
  // A batch leaves out an order that is being changed, as by its confirmation email.
  const api = await adminApi(shop.url)
  const isConfirmed = async (id: string) => (await api.orders.read({ params: { id } })).confirmationEmailSent
  for (const id of orderIds) await expect.poll(() => isConfirmed(id)).toBe(true)
  await new LoginScreen(page).logIn()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await pressChord(page, 'g', 'c')
  const anchors = new AnchorsScreen(page)
  await expect(anchors.heading).toBeFocused()
  await expect(anchors.waiting).toContainText('2 paid orders are waiting for the next batch.')
  await anchors.recordNow.click()
  await expect(anchors.toast.polite).toHaveText(
    toastText('Recording started', '2 orders were added to a batch'),
  )
  await expect(anchors.waiting).toContainText('1 batch needs a link.')
  await expect(anchors.batches).toHaveCount(1)
  await expect(anchors.batches).toContainText('Needs a link')

  await anchors.batches.getByRole('button', { name: 'Add link' }).click()
  await expect(anchors.link).toBeFocused()
  await anchors.link.fill('explorer.example/tx/0x34')
  await anchors.save.click()
  await expect(anchors.link).toHaveAttribute('aria-invalid', 'true')
  await expect(anchors.link).toHaveValue('explorer.example/tx/0x34')
  await anchors.link.fill('https://explorer.example/')
  await anchors.save.click()
  await expect(anchors.doubt).toContainText('This link doesn’t contain a transaction number.')
  await expect(anchors.dialog.getByRole('button', { name: 'Save it anyway' })).toBeVisible()
  await anchors.link.fill(explorer)
  await expect(anchors.doubt).toBeHidden()
  await anchors.save.click()
  await expect(anchors.toast.polite).toHaveText(
    toastText('Link saved', 'The orders in this batch are completed'),
  )
  await expect(page.getByText('No open batches.')).toBeVisible()
  await expect(anchors.waiting).toContainText('No paid orders are waiting for a batch.')

  for (const id of orderIds) {
    const order = await api.orders.read({ params: { id } })
    expect(order).toMatchObject({ status: 'completed', blockchainLink: explorer })
  }
  await anchors.tab('All').click()
  await expect(page).toHaveURL(/filter=all/)
  await expect(anchors.batches).toContainText('Link added')
  await expect(anchors.batches.getByRole('link', { name: explorer })).toBeVisible()
})

test('shows on an order where it is recorded', { tag: '@deep' }, async ({ page, shop }) => {
  const id = await placeTestOrder(shop.url, 'Third Piece')
  await new LoginScreen(page).logInByApi()
  const order = new OrderScreen(page)
  await order.open(id)
  await order.tab('Order Progress').click()
  await expect(page.getByText('Waiting to be recorded.')).toBeVisible()
  const api = await adminApi(shop.url)
  await sealWaitingOrders(api)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('list', { name: 'Blockchain record' })).toContainText('Needs a link')
  await expect(order.event('Added to a batch')).toBeVisible()
})

test('shows why an anchor is stuck, and retries it on request', async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Stuck Piece')
  const api = await adminApi(shop.url)
  await sealWaitingOrders(api)
  const queue = await api.anchors.queue({ query: { filter: 'open', page: 1, limit: 20 } })
  const stuckReason = 'The transaction was mined but failed on Testchain.'
  const stuck = queue.anchors.slice(0, 1).map((anchor) => ({ ...anchor, kind: 'evm', stuckReason }))
  const retried: string[] = []
  await page.route(/\/api\/admin\/anchors\?/, (route) =>
    route.fulfill({ json: { ...queue, anchors: stuck, total: 1 } }),
  )
  await page.route(/\/api\/admin\/anchors\/[^/]+\/retry$/, (route) => {
    retried.push(new URL(route.request().url()).pathname)
    return route.fulfill({ json: stuck[0] })
  })
  await new LoginScreen(page).logInByApi()
  const anchors = new AnchorsScreen(page)
  await anchors.open()
  await anchors.tab('Stuck').click()
  await expect(anchors.batches).toContainText(stuckReason)
  await expect(anchors.batches).toContainText('Stuck')
  await expectAccessible(page, 'an anchor that is stuck')
  await anchors.batches.getByRole('button', { name: 'Try again' }).click()
  await expect(anchors.toast.polite).toHaveText(
    toastText('Trying again', 'The server is retrying this batch now'),
  )
  expect(retried).toEqual([`/api/admin/anchors/${stuck[0]?.id}/retry`])
})

test('is accessible in light and dark', { tag: '@deep' }, async ({ newVisitor, shop }) => {
  await placeTestOrder(shop.url, 'Piece in two colors')
  const api = await adminApi(shop.url)
  await sealWaitingOrders(api)
  const page = await newVisitor({ viewport: { width: 390, height: 900 } })
  await new LoginScreen(page).logInByApi()
  const anchors = new AnchorsScreen(page)
  await anchors.open()
  await expect(anchors.batches.first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the batches in ${colorScheme}`)
  }
  await anchors.batches.first().getByRole('button', { name: 'Add link' }).click()
  await expect(anchors.link).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the link dialog in ${colorScheme}`)
  }
})
