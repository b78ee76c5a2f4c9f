import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { customer, findOrders } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

test.use({ serviceWorkers: 'allow' })

const paymentFailed =
  'Payment Failed There was an error processing your payment. Please try again. You haven’t been charged.'

test(
  'marks an order paid by card as paid and sends one confirmation email',
  { tag: '@quick' },
  async ({ page, newVisitor, shop }, testInfo) => {
    const work = await textWork(testInfo, 'harbour-lights.txt', 'Harbour lights on the turning tide')
    const landing = new LandingScreen(page)
    const checkout = new CheckoutScreen(page)
    const success = new SuccessScreen(page)
    await landing.open()
    await expect(landing.heading).toHaveText('Secure your ideas on the blockchain in minutes')
    await landing.upload(work.path)
    await expect(landing.toast.polite).toHaveText(
      toastText('File uploaded', 'Your file has been uploaded successfully'),
    )
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
    await landing.fillForm({ ...customer('buys'), projectName: 'Bought by Card' })
    await landing.submit.click()

    await expect(checkout.heading).toBeVisible()
    await expect(checkout.summary).toContainText('harbour-lights.txt')
    await expect(checkout.summary.getByRole('definition').last()).toHaveText('$8.97')
    await checkout.payWith(cards.succeeds)

    await expect(page).toHaveURL('/success')
    await expect(success.heading).toBeVisible()
    await expect(success.steps).toHaveText([
      'We add your work to the blockchain',
      'A confirmation email',
      'Your verification link',
      'A permanent record',
    ])
    await expect(success.seal(work.name)).toBeVisible()

    const mailed = async () =>
      (await shop.mails()).filter((mail) => mail.includes('To: Maeve Okonkwo <buys@example.org>')).length
    await expect.poll(mailed).toBe(1)

    // The order is updated a moment after the email is sent, and the dashboard loads only once.
    const isRecorded = async () => (await findOrders(shop.url, 'buys@example.org'))[0]?.confirmationEmailSent
    await expect.poll(isRecorded).toBe(true)
    const adminPage = await newVisitor()
    await new LoginScreen(adminPage).logInByApi()
    const dashboard = new DashboardScreen(adminPage)
    await dashboard.open()
    await expect(dashboard.row('Bought by Card')).toContainText('Paid')
    await expect(dashboard.row('Bought by Card')).toContainText('Confirmation sent')
    await expect(dashboard.row('Bought by Card')).toContainText('Fulfillment not sent')

    await success.home.click()
    await expect(page).toHaveURL('/')
    await expect(landing.invitation).toBeVisible()
  },
)

test('shows why a card was declined, and accepts another card on the same page', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/402 .*\/confirm\)$/)
  const work = await textWork(testInfo, 'declined.txt', 'first one card, then another')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('declined'))
  const address = page.url()
  await checkout.payWith(cards.declined)
  expect(page.url()).toBe(address)
  await expect(checkout.failure).toHaveText(
    'Payment Failed Your card was declined. You haven’t been charged.',
  )
  await expect(checkout.pay).toBeFocused()
  await expect(checkout.toast.urgent).toBeEmpty()
  await expect(checkout.recordNow).toBeChecked()

  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  const [order] = await findOrders(shop.url, 'declined@example.org')
  expect(order).toMatchObject({ status: 'paid', paymentConfirmed: true })
})

test(
  'explains an incomplete card number in the form without a request',
  { tag: '@deep' },
  async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'incomplete.txt', 'a card cut short')
    const landing = new LandingScreen(page)
    const checkout = new CheckoutScreen(page)
    await landing.open()
    await landing.orderWith(work.path, customer('incomplete'))
    await checkout.cardNumber.fill('4242 4242')
    await checkout.recordNow.check()
    // The card's frame has loaded all its code by then.
    await expect(checkout.pay).toBeEnabled()
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await checkout.pay.click()
    await expect(checkout.frame.getByText('Your card number is incomplete.').first()).toBeVisible()
    await expect(checkout.cardNumber).toHaveAttribute('aria-invalid', 'true')
    expect(calls).toEqual([])
  },
)

test('completes a payment that the bank authenticates', async ({ page, shop }, testInfo) => {
  const work = await textWork(testInfo, 'authenticated.txt', 'the bank agrees')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('authenticated'))
  await checkout.payWith(cards.requiresAuthentication)
  await checkout.completeAuthentication.click()
  await expect(new SuccessScreen(page).heading).toBeVisible()
  await expect(new SuccessScreen(page).seal(work.name)).toBeVisible()
  expect(new URL(page.url()).search, 'the payment’s secret is removed from the address').toBe('')
  const [order] = await findOrders(shop.url, 'authenticated@example.org')
  expect(order).toMatchObject({ status: 'paid', paymentState: 'paid' })
})

test('returns to the checkout after a failed authentication, and accepts another card', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'unauthenticated.txt', 'the bank says no')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('unauthenticated'))
  const address = page.url()
  await checkout.payWith(cards.requiresAuthentication)
  await checkout.failAuthentication.click()
  await expect(checkout.failure).toHaveText(paymentFailed)
  expect(page.url()).toBe(address)
  expect(await findOrders(shop.url, 'unauthenticated@example.org')).toMatchObject([{ status: 'pending' }])
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  expect(await findOrders(shop.url, 'unauthenticated@example.org')).toMatchObject([{ status: 'paid' }])
})

test('keeps the order through a reload of the checkout, and charges once', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/409 .*create-payment-intent/)
  const work = await textWork(testInfo, 'reload.txt', 'reloaded')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('reload'))
  await checkout.cardNumber.fill('4242 42')
  await page.reload()
  await expect(checkout.summary).toContainText('reload.txt')
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  const orders = await findOrders(shop.url, 'reload@example.org')
  expect(orders).toMatchObject([{ status: 'paid' }])

  await checkout.open(orders[0]?.id ?? '')
  await expect(page, 'a paid order cannot be paid again').toHaveURL('/success')
})

test('orders the file of each of two tabs', async ({ context, page, shop }, testInfo) => {
  const song = await textWork(testInfo, 'song.txt', 'a song')
  const score = await textWork(testInfo, 'score.txt', 'a score')
  const tabs = [
    { page, work: song, details: { ...customer('tabs'), projectName: 'The Song' } },
    {
      page: await context.newPage(),
      work: score,
      details: { ...customer('tabs'), projectName: 'The Score' },
    },
  ]
  for (const tab of tabs) {
    await new LandingScreen(tab.page).open()
    await new LandingScreen(tab.page).upload(tab.work.path)
  }
  for (const tab of tabs) {
    const landing = new LandingScreen(tab.page)
    await landing.fillForm(tab.details)
    await landing.submit.click()
  }
  for (const tab of tabs) {
    const checkout = new CheckoutScreen(tab.page)
    await expect(checkout.summary).toContainText(tab.work.name)
    await checkout.payWith(cards.succeeds)
    await expect(new SuccessScreen(tab.page).heading).toBeVisible()
    await expect(new SuccessScreen(tab.page).seal(tab.work.name)).toBeVisible()
  }
  const orders = await findOrders(shop.url, 'tabs@example.org')
  expect(orders).toHaveLength(2)
  expect(orders).toContainEqual(
    expect.objectContaining({ projectName: 'The Song', fileSha256: song.sha256, status: 'paid' }),
  )
  expect(orders).toContainEqual(
    expect.objectContaining({ projectName: 'The Score', fileSha256: score.sha256, status: 'paid' }),
  )
})

test('creates one order and one payment after double clicks', async ({ page, shop }, testInfo) => {
  const work = await textWork(testInfo, 'double.txt', 'click click')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(customer('double'))
  await landing.submit.dblclick()
  await page.waitForURL(/\/checkout\?orderId=/)
  await checkout.fillCard(cards.succeeds)
  await checkout.pay.dblclick()
  await expect(page).toHaveURL('/success')
  expect(await findOrders(shop.url, 'double@example.org')).toMatchObject([{ status: 'paid' }])
})

test(
  'disables the button and shows progress while the order is sent',
  { tag: '@deep' },
  async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'busy.txt', 'one moment')
    const landing = new LandingScreen(page)
    const checkout = new CheckoutScreen(page)
    const orders = await holdRequests(page, '/api/create-order')
    const payments = await holdRequests(page, '/api/create-payment-intent')
    await landing.open()
    await landing.upload(work.path)
    await landing.fillForm(customer('busy'))
    await landing.submit.click()
    await expect(landing.submitting).toBeDisabled()
    orders.release()
    await expect(checkout.preparing).toBeVisible()
    payments.release()
    await expect(checkout.pay).toBeEnabled()
    await expect(checkout.preparing).toBeHidden()
  },
)
