import { OrderScreen } from '@priormark/site/testing/screens/order.screen'
import { DashboardScreen } from '@priormark/site/testing/screens/dashboard.screen'
import { toastText } from '@priormark/site/testing/screens/toast.screen'
import { placeTestOrder } from '@priormark/site/testing/shop-api'
import { addressOf, expect, test } from './fixtures.ts'

test(
  'refunds an order, sends its email again, and copies the customer’s secret link',
  { tag: '@deep' },
  async ({ shared: { app, page }, api }) => {
    const id = await placeTestOrder(api.url, 'Six voices')
    const admin = await api.logIn()
    await page.goto(addressOf(page, `/admin/orders/${id}?tab=progress`))
    const screen = new OrderScreen(page)
    await screen.refund.click()
    await screen.question('Refund this order?').getByRole('button', { name: 'Refund $8.97' }).click()
    await expect(screen.payment).toContainText('Fully refunded.')
    expect(await admin.api.orders.read({ params: { id } })).toMatchObject({
      paymentState: 'refunded',
      refundedAmount: 8.97,
    })

    const card = page.getByRole('region', { name: 'What the customer sees' })
    const again = screen.payment.getByRole('button', { name: 'Send again: Refund email ($8.97)' })
    await expect(again, 'once the first one is sent').toBeEnabled()
    await again.click()
    await screen
      .question('Send the refund email ($8.97) again?')
      .getByRole('button', { name: 'Send email' })
      .click()
    await expect(screen.toast.polite).toHaveText(
      toastText('Email queued', 'It is on its way to six.voices@example.org'),
    )
    await expect(screen.event('Email queued').filter({ hasText: 'admin' })).toContainText('Refund email')

    await card.getByRole('button', { name: 'Copy secret link' }).click()
    const { key } = await admin.api.customerViews.link({ params: { id }, body: { use: 'copy' } })
    await expect
      .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(new RegExp(`/order/${key}$`))
  },
)

test(
  'shows a dispute with its deadline, and does not refund it',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    const id = await placeTestOrder(api.url, 'Contested', { card: 'pm_card_createDispute' })
    const admin = await api.logIn()
    await expect
      .poll(async () => (await admin.api.orders.read({ params: { id } })).paymentState)
      .toBe('disputed')
    await page.goto(addressOf(page, `/admin/orders/${id}?tab=progress`))
    const screen = new OrderScreen(page)
    await expect(screen.payment.getByRole('note')).toContainText(/Submit your evidence in Stripe by \w{3} \d/)
    await expect(screen.refund).toBeDisabled()
    const { stripeLink } = await admin.api.orderPayments.read({ params: { id } })
    await expect(screen.payment.getByRole('link', { name: 'Open this payment in Stripe' })).toHaveAttribute(
      'href',
      stripeLink ?? '',
    )
    const dashboard = new DashboardScreen(page)
    await page.goto(addressOf(page, '/admin/dashboard?tab=disputed'))
    await expect(dashboard.row('Contested')).toContainText('Disputed, respond by')
  },
)

test(
  'asks before the price changes by more than half, and before several orders are marked as paid',
  { tag: '@deep' },
  async ({ shared: { page }, api }) => {
    const names = ['Bulk one', 'Bulk two']
    for (const name of names) await placeTestOrder(api.url, name, { isPaid: false })
    const { api: admin } = await api.logIn()
    await page.goto(addressOf(page, '/admin/dashboard?tab=pending&search=Bulk'))
    const dashboard = new DashboardScreen(page)
    await dashboard.price.fill('897')
    await dashboard.updatePrice.click()
    const priceQuestion = dashboard.question('$897.00 instead of $8.97?')
    await priceQuestion.getByRole('button', { name: 'Cancel' }).click()
    await expect(priceQuestion).toBeHidden()
    expect(await admin.price.read()).toEqual({ price: 8.97 })

    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Mark as Paid (2)' }).click()
    const question = dashboard.question('Mark 2 orders as paid?')
    await expect(question).toContainText('Total: $17.94')
    await expect(question.getByRole('listitem')).toHaveText([
      'Bulk two, Priya Raman: $8.97',
      'Bulk one, Priya Raman: $8.97',
    ])
    await question.getByRole('button', { name: 'Mark as Paid (2)' }).click()
    await expect(dashboard.toast.polite).toHaveText(toastText('Orders updated', '2 orders updated'))
  },
)
