import { OrderScreen } from '../../site/e2e/screens/order.screen.ts'
import { placeOrder } from '../../site/e2e/shop-api.ts'
import { addressOf, expect, test } from './fixtures.ts'

test('refunds an order that was paid by card', async ({ shared: { page }, api }) => {
  const id = await placeOrder(api.url, {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.org',
    projectName: 'Six voices',
    projectDescription: 'A song for six voices',
    fileName: 'song.wav',
    fileText: 'Six voices, sung once.',
    isPaid: true,
  })
  await page.goto(addressOf(page, `/admin/orders/${id}?tab=progress`))
  const screen = new OrderScreen(page)
  await screen.details.getByRole('button', { name: 'Refund' }).click()
  await screen.question('Refund this order?').getByRole('button', { name: 'Refund $8.97' }).click()
  await expect(screen.details).toContainText('Fully refunded.')
  const admin = await api.logIn()
  expect(await admin.api.orders.read({ params: { id } })).toMatchObject({
    paymentState: 'refunded',
    refundedAmount: 8.97,
  })
})
