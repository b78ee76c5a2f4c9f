import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { AnchorsScreen } from './screens/anchors.screen.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { OrderScreen } from './screens/order.screen.ts'
import { words } from './screens/toast.screen.ts'
import { adminApi, placeOrder } from './shop-calls.ts'
import { pressChord } from './press-chord.ts'
import { DashboardScreen } from './screens/dashboard.screen.ts'

// Recorded by hand, as production is until something else is configured.
test.use({ shopOptions: { env: { ANCHORS: 'manual' } } })

const explorer = 'https://explorer.example/tx/0x34'

async function paidOrder(url: string, projectName: string): Promise<string> {
  return placeOrder(url, {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@example.org',
    projectName,
    projectDescription: 'Six short pieces for solo cello.',
    fileName: `${projectName}.txt`,
    fileText: `The whole of ${projectName}`,
    isPaid: true,
  })
}

test('Paid orders are sealed under a root, and its link by hand completes them all', async ({
  page,
  shop,
}) => {
  const orderIds = [await paidOrder(shop.url, 'First Piece'), await paidOrder(shop.url, 'Second Piece')]
  await new LoginScreen(page).logIn()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await pressChord(page, 'g', 'c')
  const anchors = new AnchorsScreen(page)
  await expect(anchors.heading).toBeFocused()
  await expect(anchors.waiting).toContainText('2 paid orders are waiting to be recorded.')
  await anchors.sealNow.click()
  await expect(anchors.toast.polite).toHaveText(words('Recording started', '2 orders were added to a batch'))
  await expect(anchors.waiting).toContainText('No paid orders are waiting to be recorded.')
  await expect(anchors.roots).toHaveCount(1)
  await expect(anchors.roots).toContainText('Needs a link')

  await anchors.roots.getByRole('button', { name: 'Add link' }).click()
  await expect(anchors.link).toBeFocused()
  await anchors.link.fill('explorer.example/tx/0x34')
  await anchors.save.click()
  await expect(anchors.link).toHaveAttribute('aria-invalid', 'true')
  await expect(anchors.link).toHaveValue('explorer.example/tx/0x34')
  await anchors.link.fill(explorer)
  await anchors.save.click()
  await expect(anchors.toast.polite).toHaveText(words('Link saved', 'The orders in this batch are completed'))
  await expect(page.getByText('No open batches.')).toBeVisible()

  const api = await adminApi(shop.url)
  for (const id of orderIds) {
    const order = await api.orders.read({ params: { id } })
    expect(order).toMatchObject({ status: 'completed', blockchainLink: explorer })
  }
  await anchors.tab('All').click()
  await expect(page).toHaveURL(/filter=all/)
  await expect(anchors.roots).toContainText('Link added')
  await expect(anchors.roots.getByRole('link', { name: explorer })).toBeVisible()
})

test('An order shows where its root is recorded', async ({ page, shop }) => {
  const id = await paidOrder(shop.url, 'Third Piece')
  await new LoginScreen(page).enter()
  const order = new OrderScreen(page)
  await order.open(id)
  await order.tab('Order Progress').click()
  await expect(page.getByText('Waiting to be recorded.')).toBeVisible()
  const api = await adminApi(shop.url)
  await api.anchors.seal()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('list', { name: 'Blockchain record' })).toContainText('Needs a link')
  await expect(order.event('Added to a batch')).toBeVisible()
})

test('A stuck anchor gives its reason, and a click asks the server to try again', async ({ page, shop }) => {
  await paidOrder(shop.url, 'Stuck Piece')
  const api = await adminApi(shop.url)
  await api.anchors.seal()
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
  await new LoginScreen(page).enter()
  const anchors = new AnchorsScreen(page)
  await anchors.open()
  await anchors.tab('Stuck').click()
  await expect(anchors.roots).toContainText(stuckReason)
  await expect(anchors.roots).toContainText('Stuck')
  await expectAccessible(page, 'an anchor that is stuck')
  await anchors.roots.getByRole('button', { name: 'Try again' }).click()
  await expect(anchors.toast.polite).toHaveText(
    words('Trying again', 'The server is retrying this batch now'),
  )
  expect(retried).toEqual([`/api/admin/anchors/${stuck[0]?.id}/retry`])
})

test('axe finds nothing in the anchoring queue in light and dark', async ({ newVisitor, shop }) => {
  await paidOrder(shop.url, 'Piece in two colors')
  const api = await adminApi(shop.url)
  await api.anchors.seal()
  const page = await newVisitor({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' })
  await new LoginScreen(page).enter()
  const anchors = new AnchorsScreen(page)
  await anchors.open()
  await expect(anchors.roots.first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the anchoring queue in ${colorScheme}`)
  }
  await anchors.roots.first().getByRole('button', { name: 'Add link' }).click()
  await expect(anchors.link).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the question for a link in ${colorScheme}`)
  }
})
