import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from './screens/checkout.screen.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { toastText } from './screens/toast.screen.ts'
import { customer, findOrders } from './shop-api.ts'
import { textWork } from './work-files.ts'

test('shows an error and redirects home if the checkout has no order', async ({ page, browserErrors }) => {
  browserErrors.allow(/404 .*create-payment-intent/)
  const checkout = new CheckoutScreen(page)
  await checkout.open()
  await expect(checkout.toast.urgent).toHaveText(
    toastText('Checkout Error', 'Unable to initialize checkout. Please try again.'),
  )
  await expect(page).toHaveURL('/')
})

test('shows an error if the payment script fails to load, and keeps the order', async ({
  page,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/ERR_FAILED.*stripe\.js/)
  const work = await textWork(testInfo, 'blocked.txt', 'no script')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await page.route('**/stripe.js', (route) => route.abort())
  await landing.open()
  await landing.upload(work.path)
  await landing.fillForm(customer('blocked'))
  await landing.submit.click()
  await expect(checkout.toast.urgent).toHaveText(
    toastText('Checkout Error', 'Unable to initialize checkout. Please try again.'),
  )
  await expect(page).toHaveURL('/')
  await expect(landing.projectName).toHaveValue('Harbour Lights')

  await page.unroute('**/stripe.js')
  await landing.submit.click()
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
})

test('keeps the form after going back, and orders what was changed there', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'changed.txt', 'second thoughts')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('changed'))
  await checkout.back.click()
  await expect(page).toHaveURL('/')
  await expect(landing.seal).toBeVisible()
  await expect(landing.email).toHaveValue('changed@example.org')
  await expect(landing.terms).toBeChecked()
  await landing.projectName.fill('Harbour Lights, second mix')
  await landing.submit.click()
  await expect(checkout.summary).toContainText('Harbour Lights, second mix')
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  const orders = await findOrders(shop.url, 'changed@example.org')
  const paid = orders.filter(({ status }) => status === 'paid')
  expect(paid).toMatchObject([{ projectName: 'Harbour Lights, second mix', fileSha256: work.sha256 }])
})
