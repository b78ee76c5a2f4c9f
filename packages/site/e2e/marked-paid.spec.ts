import { expect, test } from './fixtures.ts'
import { AnchorsScreen } from '../testing/screens/anchors.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { placeOrderWithKey } from '../testing/shop-api.ts'

test.use({ shopOptions: { env: { ANCHORS: 'manual' } } })

test('an order marked as paid waits while the customer can cancel, says so everywhere, and starts at their request', async ({
  page,
  shop,
  newVisitor,
}) => {
  const { orderId, key } = await placeOrderWithKey(shop.url, {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'transfer@example.org',
    projectName: 'Paid by Transfer',
    projectDescription: 'Six short pieces for solo cello.',
    fileName: 'transfer.txt',
    fileText: 'paid by bank transfer',
    isPaid: false,
  })
  await new LoginScreen(page).logInByApi()
  const order = new OrderScreen(page)
  await order.open(orderId)
  await order.tab('Order Progress').click()
  await order.markPaid.click()
  const question = order.question('Mark this order as paid?')
  await expect(question).toContainText('Recording starts in 14 days')
  await question.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(/Starts [A-Z][a-z]{2} \d{1,2}, \d{4}$/), 'beside the status').toBeVisible()
  await expect(order.details).toContainText(
    /Recording starts on .+, because the customer can cancel until then/,
  )
  await expect(order.details).toContainText('if the customer chooses “Start right away” on the order page')
  await order.link.fill('https://explorer.example/tx/0x34')
  await order.saveLink.click()
  const saving = order.question('Save the link and complete the order?')
  await expect(saving.getByRole('note')).toContainText([
    'has not asked to start sooner',
    'has no code to record yet',
  ])
  await saving.getByRole('button', { name: 'Cancel' }).click()
  const anchors = new AnchorsScreen(page)
  await anchors.open()
  await expect(anchors.waiting).toContainText(
    '1 paid order starts later, because its customer can still cancel.',
  )

  const mails = async () => (await shop.mails()).filter((mail) => mail.includes('<transfer@example.org>'))
  await expect.poll(async () => (await mails()).length).toBe(1)
  expect((await mails()).join().replaceAll(/=?\r?\n/g, '')).toContain('To have your work recorded sooner')

  const customer = await newVisitor()
  await new OrderPageScreen(customer).open(key)
  await expect(customer.getByText(/^We start on .+, when your cancellation period ends/)).toBeVisible()
  await customer.getByRole('button', { name: 'Start right away' }).click()
  await expect(customer.getByText(/^We’ll record it by/)).toBeVisible()

  await order.open(orderId)
  await order.tab('Order Progress').click()
  await expect(order.details).toContainText('Waiting to be recorded.')
  await expect(page.getByText(/Starts [A-Z]/)).toHaveCount(0)
})
