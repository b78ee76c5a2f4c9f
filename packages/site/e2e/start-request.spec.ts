import { startRequestText } from '@priormark/core/payments/start-request'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi, findOrders } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

const customer = {
  firstName: 'Maeve',
  lastName: 'Okonkwo',
  email: 'unchecked@example.org',
  projectName: 'Harbour Lights',
  projectDescription: 'Demo recording of the title song.',
}

test('Charges nothing before the consent box is checked, then records and emails the consent', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'unchecked.txt', 'checked only by the customer')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const missing = page.getByText('Please check this box before you pay')
  await landing.open()
  await landing.orderWith(work.path, customer)
  await checkout.fillCard(cards.succeeds)
  await page.reload()
  await expect(checkout.startRightAway, 'the box is never pre-checked').not.toBeChecked()

  await checkout.fillCard(cards.succeeds)
  await checkout.startRightAway.uncheck()
  // The card's frame has loaded all its code by then.
  await expect(checkout.pay).toBeEnabled()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await checkout.pay.click()
  await expect(missing).toBeVisible()
  await expect(checkout.startRightAway).toBeFocused()
  await expect(checkout.startRightAway).toHaveAccessibleDescription('Please check this box before you pay')
  await expectAccessible(page, 'the checkout with the unchecked box')
  expect(calls).toEqual([])

  await checkout.startRightAway.check()
  await expect(missing).toBeHidden()
  await checkout.pay.click()
  await expect(page).toHaveURL('/success')
  const [order] = await findOrders(shop.url, customer.email)
  expect(order).toMatchObject({ status: 'paid' })
  const api = await adminApi(shop.url)
  const events = await api.orders.timeline({ params: { id: order?.id ?? '' } })
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'start_requested', actor: 'customer', detail: startRequestText }),
  )
  // Without the soft line breaks of quoted-printable.
  const mailed = async () =>
    (await shop.mails())
      .filter((mail) => mail.includes(customer.email))
      .join('')
      .replaceAll(/=\r?\n/g, '')
  await expect.poll(mailed).toContain('Your request to start right away')
})

test('charges nothing if the request cannot be stored', async ({ page, shop, browserErrors }, testInfo) => {
  browserErrors.allow(/503 .*request-start/)
  const work = await textWork(testInfo, 'stored.txt', 'stored before the charge')
  const checkout = new CheckoutScreen(page)
  await page.route('/api/request-start', (route) =>
    route.fulfill({ status: 503, json: { error: 'Not now', code: 'unavailable' } }),
  )
  await new LandingScreen(page).open()
  await new LandingScreen(page).orderWith(work.path, { ...customer, email: 'stored@example.org' })
  await checkout.payWith(cards.succeeds)
  await expect(checkout.toast.urgent).toHaveText(
    toastText('Payment Failed', 'There was an error processing your payment. Please try again.'),
  )
  expect(await findOrders(shop.url, 'stored@example.org')).toMatchObject([{ status: 'pending' }])
})
