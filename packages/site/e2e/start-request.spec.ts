import { startRequestText } from '@priormark/core/settings/policy/start-request'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { adminApi, findOrders } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

const customer = {
  firstName: 'Maeve',
  lastName: 'Okonkwo',
  email: 'unchecked@example.org',
  projectName: 'Harbour Lights',
  projectDescription: 'Demo recording of the title song.',
}

test('charges nothing before the customer chooses a start, then records and emails the request', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'unchecked.txt', 'checked only by the customer')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const missing = checkout.start.getByText('Please choose one before you pay')
  await landing.open()
  await landing.orderWith(work.path, customer)
  await checkout.fillCard(cards.succeeds)
  await page.reload()
  await expect(checkout.recordNow, 'nothing is preselected').not.toBeChecked()
  await expect(checkout.waitFirst).not.toBeChecked()

  await checkout.fillCardOnly(cards.succeeds)
  // The card's frame has loaded all its code by then.
  await expect(checkout.pay).toBeEnabled()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await checkout.pay.click()
  await expect(missing).toBeVisible()
  await expect(checkout.recordNow).toBeFocused()
  await expect(checkout.start).toHaveAccessibleDescription('Please choose one before you pay')
  await expect(checkout.recordNow).toHaveAccessibleDescription(
    `Please choose one before you pay ${startRequestText}`,
  )
  await expectAccessible(page, 'the checkout without a chosen start')
  expect(calls).toEqual([])

  await checkout.recordNow.press('Space')
  await expect(checkout.recordNow).toBeChecked()
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

test('waits 14 days for a customer who chooses that, also after another choice and a declined card', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/402 .*\/confirm\)$/)
  const work = await textWork(testInfo, 'patient.txt', 'recorded in two weeks')
  const checkout = new CheckoutScreen(page)
  await new LandingScreen(page).open()
  await new LandingScreen(page).orderWith(work.path, { ...customer, email: 'patient@example.org' })
  await checkout.payWith(cards.declined)
  await expect(checkout.failure).toHaveText(
    'Payment Failed Your card was declined. You haven’t been charged.',
  )
  await checkout.recordNow.press('ArrowDown')
  await expect(checkout.waitFirst).toBeChecked()
  await checkout.fillCardOnly(cards.succeeds)
  await checkout.pay.click()
  await expect(page.getByText('We start on')).toContainText('when your cancellation period ends')
  await expect(page.getByRole('listitem').filter({ hasText: 'We add your work' })).toContainText(
    'we wait 14 days after your payment before we record your work',
  )
  const [order] = await findOrders(shop.url, 'patient@example.org')
  expect(order).toMatchObject({ status: 'paid', startRequestedAt: null, startsAt: expect.any(String) })
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
  await expect(checkout.failure).toHaveText(
    'Payment Failed There was an error processing your payment. Please try again. You can’t be charged twice for this order.',
  )
  expect(await findOrders(shop.url, 'stored@example.org')).toMatchObject([{ status: 'pending' }])
})
