import { RefundRequest } from '@priormark/core/orders/payments/order-payment'
import type { Route } from '@playwright/test'
import * as v from 'valibot'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, placeTestOrder } from '../testing/shop-api.ts'

// Lists all orders.
test.use({ isOwnShop: true })

/** What the server returns of a refund that Stripe rejects. */
function rejectedPayment(route: Route, failure: string): object {
  const { id, amount, reason } = v.parse(RefundRequest, route.request().postDataJSON())
  const refund = {
    id,
    amount,
    reason,
    state: 'rejected',
    failure,
    isOfSecondPayment: false,
    isMadeAnotherWay: false,
  }
  const at = new Date().toISOString()
  const refunds = [{ ...refund, requestedBy: 'admin', requestedAt: at, refundedAt: null }]
  return { refundable: 8.97, obstacle: null, recordable: 0, stripeLink: null, secondPayments: [], refunds }
}

test('refunds a part of an order, then the rest, and takes it out of To Fulfill', async ({
  page,
  newVisitor,
  shop,
  browserErrors,
}) => {
  const id = await placeTestOrder(shop.url, 'Returned Work')
  await new LoginScreen(page).logInByApi()
  const order = new OrderScreen(page)
  await order.open(id)
  const { refund } = order
  const question = order.question('Refund this order?')
  await refund.click()
  await expect(question.getByLabel('Amount in USD')).toHaveValue('8.97')
  await expect(question).toContainText('nothing more can be refunded, and the order is labeled Refunded.')
  await expect(question).toContainText('The order leaves To Fulfill, and its work won’t be recorded.')
  await expectAccessible(page, 'the refund dialog')
  await question.getByLabel('Amount in USD').fill('9')
  await question.getByRole('button', { name: 'Refund $9.00' }).click()
  await expect(question.getByLabel('Amount in USD')).toHaveAccessibleDescription('You can refund up to $8.97')
  await question.getByLabel('Amount in USD').fill('2.50')
  await expect(question).toContainText('the rest can be refunded later.')
  await question.getByLabel('Reason').selectOption('Paid twice')
  const endpoint = `**/api/admin/orders/${id}/refunds`
  const confirm = question.getByRole('button', { name: 'Refund $2.50' })
  const failure = 'Stripe rejected the refund: insufficient funds'
  await page.route(endpoint, (route) => route.fulfill({ json: rejectedPayment(route, failure) }), {
    times: 1,
  })
  await confirm.click()
  await expect(order.toast.urgent).toHaveText(toastText('Not refunded', failure))
  const loseResponse = async (route: Route) => {
    await route.fetch()
    await route.fulfill({ status: 504 })
  }
  browserErrors.allow(/504 .*\/refunds\)$/)
  await page.route(endpoint, loseResponse, { times: 1 })
  await confirm.click()
  await expect(order.toast.urgent).toContainText('Refund not confirmed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(order.payment).toContainText('Refunded: $2.50')
  await refund.click()
  await expect(question).toContainText('Confirm it again to continue it: it counts only once.')
  await confirm.click()
  await expect(order.toast.polite).toHaveText(toastText('Refunded', '$2.50 is on its way to the customer'))
  await expect(order.payment.getByRole('list', { name: 'Refunds, newest first' })).toContainText(
    /\$2\.50, refunded by admin, .*\. Reason: paid twice\.$/,
  )
  await expect(page.getByRole('list', { name: 'Emails about refunds' })).toContainText('Refund email ($2.50)')
  await expect(order.event('Refund requested')).toContainText('admin')
  await expect(order.event('Payment state')).toContainText('Refunded $2.50 of $8.97 USD')

  await refund.click()
  await question.getByRole('button', { name: 'Refund $6.47' }).click()
  await expect(question).toBeHidden()
  await expect(refund).toBeDisabled()
  await expect(order.payment).toContainText('Fully refunded.')
  await expect(order.next).toContainText('The payment was refunded, so it won’t be recorded.')
  await order.tab('Order Progress').click()
  await expect(order.details).toContainText('Refunded. It won’t be recorded.')
  // The refund was made in the minute of the payment, which is shown as older here.
  await page.route(`**/api/admin/orders/${id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), paidAt: '2026-11-01T10:00:00.000Z' },
    })
  })
  await page.reload()
  await expect(order.payment).toContainText('Paid: Nov 1, 2026, 10:00 AM UTC')
  await expect(order.payment.getByRole('paragraph').filter({ hasText: '↩ Refunded' })).not.toContainText(
    'Nov 1, 2026',
  )

  const { key } = await (
    await adminApi(shop.url)
  ).customerViews.link({
    params: { id },
    body: { use: 'order_page' },
  })
  const customer = await newVisitor()
  await customer.goto(`/order/${key}`)
  const refunds = customer.getByRole('region', { name: 'Refunds' })
  await expect(refunds.getByRole('listitem')).toHaveText([
    /^We refunded \$2\.50 on \w{3} \d{1,2}, \d{4}\.$/,
    /^We refunded \$6\.47 on /,
  ])
  await expect(refunds).toContainText('usually arrives within 5 to 10 business days')

  await order.back.click()
  const dashboard = new DashboardScreen(page)
  await expect(dashboard.noOrders).toBeVisible()
  await dashboard.tab('Refunded').click()
  const row = dashboard.row('Returned Work')
  await expect(row).toContainText('Refunded')
  await (
    await adminApi(shop.url)
  ).orders.change({
    params: { id },
    body: { blockchainLink: 'https://example.org/tx/0x12', status: 'completed', withoutPayment: true },
  })
  await page.reload()
  await expect(row.getByText('Completed'), 'with both labels').toBeVisible()
  await expect(row.getByText('Refunded')).toBeVisible()
})

test('shows disputed orders with the deadline of the evidence, and refunds none of them', async ({
  page,
  shop,
}) => {
  const id = await placeTestOrder(shop.url, 'Contested Work', { card: 'pm_card_createDispute' })
  const api = await adminApi(shop.url)
  await expect.poll(async () => (await api.orders.read({ params: { id } })).paymentState).toBe('disputed')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.tab('Disputed').click()
  await expect(dashboard.row('Contested Work')).toContainText('Disputed, respond by')
  const order = new OrderScreen(page)
  let second: object = {
    secondPayments: [{ id: 'pi_2', link: 'https://dashboard.stripe.com/test/payments/pi_2', obstacle: null }],
  }
  await page.route(`**/orders/${id}/payment`, async (route) => {
    const payment: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...payment, ...second } })
  })
  await order.open(id)
  await order.tab('Order Progress').click()
  await expect(order.next).toContainText('Disputed, respond by')
  const links = order.payment.getByRole('link', { name: /in Stripe/ })
  await expect(links).toHaveText([/^Open this payment in Stripe/, /^Open the second payment in Stripe/])
  await expect(links.first()).toHaveAttribute('href', /\/payments\/pi_/)
  await expect(order.payment.getByRole('note').last()).toContainText('The customer paid twice.')
  await expect(order.payment.getByRole('note').first()).toContainText(
    'The cardholder disputes this payment (fraudulent). Submit your evidence in Stripe by',
  )
  await expect(order.refund).toBeDisabled()
  await expect(order.details).toContainText('Disputed. It won’t be recorded unless the dispute is won.')
  await expectAccessible(page, 'a disputed order')

  const at = new Date().toISOString()
  const refund = {
    id,
    amount: 8.97,
    isOfSecondPayment: true,
    isMadeAnotherWay: false,
    reason: null,
    state: 'sent',
    failure: null,
  }
  second = { refunds: [{ ...refund, requestedBy: 'stripe', requestedAt: at, refundedAt: at }] }
  await page.reload()
  await expect(order.payment).toContainText('The customer paid twice, and that is settled')
  await expect(order.payment).toContainText('$8.97 of a second payment, refunded in Stripe')
})

test(
  'refunds a second payment, and records a refund of an order that was paid another way',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/409 .*\/refunds\)$/)
    const api = await adminApi(shop.url)
    const id = await placeTestOrder(shop.url, 'Paid in Cash', { isPaid: false })
    await api.orders.change({ params: { id }, body: { paymentConfirmed: true } })
    await new LoginScreen(page).logInByApi()
    const order = new OrderScreen(page)
    // The shop's own order page pays only once.
    await page.route(`**/orders/${id}/payment`, async (route) => {
      const payment: object = await (await route.fetch()).json()
      await route.fulfill({
        json: { ...payment, secondPayments: [{ id: 'pi_2', link: 'https://example.org', obstacle: null }] },
      })
    })
    await order.open(id)
    await order.payment.getByRole('button', { name: 'Refund the second payment' }).click()
    const second = order.question('Refund the second payment?')
    await expect(second.getByLabel('Amount in USD')).toHaveValue('8.97')
    await expect(second.getByLabel('Reason')).toHaveValue('duplicate')
    await expectAccessible(page, 'the dialog of a second payment')
    const sent = page.waitForRequest(`**/orders/${id}/refunds`)
    await second.getByRole('button', { name: 'Refund $8.97' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ paymentId: 'pi_2', reason: 'duplicate' })
    await second.getByRole('button', { name: 'Cancel' }).click()

    await order.payment.getByRole('button', { name: 'Record a refund made another way' }).click()
    const question = order.question('Record a refund made another way?')
    await expect(question).toContainText('Return the money first: this only records it')
    await question.getByRole('button', { name: 'Record $8.97' }).click()
    await expect(order.toast.polite).toHaveText(toastText('Refund recorded', '$8.97 is recorded as refunded'))
    await expect(order.payment).toContainText('$8.97, refunded another way, recorded by admin')
    await expect(order.payment).toContainText('Fully refunded.')
  },
)
