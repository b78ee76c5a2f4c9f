import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { adminApi, findOrders } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

const customer = {
  firstName: 'Maeve',
  lastName: 'Okonkwo',
  email: 'already@example.org',
  projectName: 'Harbour Lights',
  projectDescription: 'Demo recording of the title song.',
}

test('shows the success page to a customer who pays an order again', async ({
  page,
  newVisitor,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/409 .*\/api\/request-start/)
  browserErrors.allow(/404 .*\/api\/my-order/)
  const work = await textWork(testInfo, 'already.txt', 'paid on another device')
  const checkout = new CheckoutScreen(page)
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer)
  await checkout.fillCard(cards.succeeds)

  const other = await newVisitor()
  const otherCheckout = new CheckoutScreen(other)
  await other.goto(page.url())
  await expect(otherCheckout.pay).toBeVisible()
  await expect(otherCheckout.summary).toContainText('$')
  await expect(otherCheckout.summary).not.toContainText(customer.projectName)
  await otherCheckout.payWith(cards.succeeds)
  await expect(other).toHaveURL('/success')

  await checkout.pay.click()
  await expect(page).toHaveURL('/success')
  await expect(checkout.toast.urgent).toBeEmpty()
})

test('tells a customer with an open checkout that the order was marked as paid', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/409 .*\/api\/request-start/)
  const work = await textWork(testInfo, 'marked.txt', 'paid by bank transfer')
  const checkout = new CheckoutScreen(page)
  const landing = new LandingScreen(page)
  await landing.open()
  const email = 'marked@example.org'
  await landing.orderWith(work.path, { ...customer, email })
  await checkout.fillCard(cards.succeeds)
  const [order] = await findOrders(shop.url, email)
  const api = await adminApi(shop.url)
  await api.orders.change({ params: { id: order?.id ?? '' }, body: { paymentConfirmed: true } })

  await checkout.pay.click()
  await expect(page).toHaveURL('/success')
  await expect(page.getByText('This order is already paid')).toBeVisible()
})
