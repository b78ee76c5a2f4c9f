import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sampleOrderKey } from '@priormark/core/proofs/sample/sample-order'
import { unzipSync } from 'fflate'
import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { adminApi, findOrders, placeOrderWithKey, sealWaitingOrders } from '../testing/shop-api.ts'

test.use({ shopOptions: { env: { ANCHORS: 'manual' } } })

const workText = 'The whole of it'
const frontPage = 'https://example.org/'
const explorer = `https://example.org/tx/0x${'34'.repeat(32)}`

function placePaidOrder(url: string, projectName: string) {
  return placeOrderWithKey(url, {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'by.hand@example.org',
    projectName,
    projectDescription: 'Six short pieces for solo cello.',
    fileName: 'by-hand.txt',
    fileText: workText,
    isPaid: true,
  })
}

test('completes one order with the code that was recorded for it, and claims no more than that', async ({
  page,
  shop,
  newVisitor,
}) => {
  const { key } = await placePaidOrder(shop.url, 'Manual Song')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.runAction('Manual Song', 'Add Blockchain Link')
  await expect(dashboard.linkDialog).toContainText('record this 64-character code on a blockchain')
  const [code = ''] = /[0-9a-f]{64}/.exec((await dashboard.linkDialog.textContent()) ?? '') ?? []
  await dashboard.link.fill(explorer)
  await dashboard.saveLink.click()
  await expect(dashboard.linkDialog).toBeHidden()

  const customer = await newVisitor()
  const order = new OrderPageScreen(customer)
  await order.open(key)
  await expect(order.headline).toHaveText('Recorded by us; see the link')
  await expect(order.anchors.getByRole('link')).toHaveAttribute('href', explorer)
  await expect(customer.getByText('RECORDED', { exact: true })).toBeVisible()
  await expect(customer.getByText('VERIFIED')).toHaveCount(0)

  const [download] = await Promise.all([customer.waitForEvent('download'), order.evidence.click()])
  const files = unzipSync(await readFile(await download.path()))
  const proof = JSON.parse(Buffer.from(files['proof.json'] ?? []).toString())
  expect(proof).toMatchObject({ root: code, path: [], witnesses: [{ kind: 'manual', link: explorer }] })
  expect(proof.file.sha256).toBe(createHash('sha256').update(workText).digest('hex'))

  const mails = async () => (await shop.mails()).filter((mail) => mail.includes('<by.hand@example.org>'))
  await expect.poll(async () => (await mails()).length).toBe(2)
  const [, fulfillment = ''] = await mails()
  expect(fulfillment).toContain('Manual Song - evidence.zip')
  expect(fulfillment).not.toContain('VERIFIED')
})

test(
  'completes a refunded order only after a confirmation, and saves a link without a transaction number after a question',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/409/)
    const { orderId } = await placePaidOrder(shop.url, 'Tidewheel firmware')
    const api = await adminApi(shop.url)
    await api.orderPayments.refund({
      params: { id: orderId },
      body: { id: randomUUID(), amount: 8.97, reason: 'requested_by_customer' },
    })
    await new LoginScreen(page).logInByApi()
    const dashboard = new DashboardScreen(page)
    await dashboard.open()
    await dashboard.tab('All Orders').click()
    await dashboard.search.fill('Tidewheel')
    await expect(page).toHaveURL(/search=Tidewheel/)
    await dashboard.runAction('Tidewheel firmware', 'Add Blockchain Link')
    await expect(dashboard.linkDialog).toContainText('This emails the customer now')
    await expect(dashboard.linkDialog).not.toContainText('record this 64-character code')
    await dashboard.link.fill(frontPage)
    await dashboard.saveLink.click()
    await expect(dashboard.linkDialog.getByRole('alert')).toContainText(
      'doesn’t contain a transaction number',
    )
    await dashboard.linkDialog.getByRole('button', { name: 'Save it anyway' }).click()
    await expect(dashboard.link).toHaveAccessibleDescription(
      /Confirm that you want to complete the order anyway/,
    )
    expect(await findOrders(shop.url, 'Tidewheel')).toMatchObject([{ blockchainLink: null }])
    await dashboard.linkDialog
      .getByRole('checkbox', { name: 'The payment was refunded. Complete the order anyway.' })
      .check()
    await expect(dashboard.linkDialog).toContainText('record this 64-character code')
    await dashboard.linkDialog.getByRole('button', { name: 'Save it anyway' }).click()
    await expect(dashboard.linkDialog).toBeHidden()
    expect(await findOrders(shop.url, 'Tidewheel')).toMatchObject([{ blockchainLink: frontPage }])
  },
)

test(
  'shows an order as not recorded that was refunded before its batch got the link',
  { tag: '@deep' },
  async ({ page, shop, newVisitor }) => {
    const refunded = await placePaidOrder(shop.url, 'Returned Song')
    const other = await placePaidOrder(shop.url, 'Kept Song')
    const api = await adminApi(shop.url)
    await sealWaitingOrders(api)
    await api.orderPayments.refund({
      params: { id: refunded.orderId },
      body: { id: randomUUID(), amount: 8.97, reason: 'requested_by_customer' },
    })
    const { anchors } = await api.anchors.queue({ query: { filter: 'open', page: 1, limit: 20 } })
    for (const { id } of anchors) await api.anchors.declareLink({ params: { id }, body: { link: explorer } })

    const customer = await newVisitor()
    const order = new OrderPageScreen(customer)
    await order.open(other.key)
    await expect(order.headline).toHaveText('Recorded by us; see the link')
    await order.open(refunded.key)
    await expect(order.headline).toHaveText('Refunded')
    await expect(customer.getByText('REFUNDED', { exact: true })).toBeVisible()
    await expect(order.advice).toContainText('Your work won’t be recorded.')
    await expect(order.anchors).toHaveCount(0)
    await expect(order.evidence).toBeHidden()

    await new LoginScreen(page).logInByApi()
    const screen = new OrderScreen(page)
    await screen.open(refunded.orderId)
    await screen.tab('Order Progress').click()
    await expect(screen.details).toContainText('Refunded. It won’t be recorded.')
    await expect(screen.event('Record final')).toHaveCount(0)
  },
)

test('offers the same sample as every other shop', { tag: '@deep' }, async ({ page }) => {
  await page.goto(`/order/${sampleOrderKey}`)
  await expect(page.getByText('TEST', { exact: true })).toBeVisible()
})
