import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { customer, findOrders } from '../testing/shop-api.ts'
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
  // The invisible file input is no second button.
  await expect(landing.section.getByRole('button')).toHaveCount(1)
  await landing.orderWith(work.path, customer('changed'))
  await checkout.heading.waitFor()
  expect(await checkout.toast.polite.textContent()).toBe('')
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

test('shows the email address, questions a likely typing mistake, and corrects it beside the card form', async ({
  page,
  shop,
}, testInfo) => {
  const work = await textWork(testInfo, 'address.txt', 'sent to the wrong place')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, { ...customer('typo'), email: 'typo@gmial.com' })
  await expect(checkout.summary).toContainText('typo@gmial.com')
  await expect(checkout.summary).toContainText('Please check it: did you mean typo@gmail.com?')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await checkout.fillCard(cards.succeeds)
  await checkout.edit.click()
  await expect(checkout.projectName).toBeFocused()
  await checkout.projectName.fill('')
  await checkout.save.click()
  await expect(checkout.projectName).toHaveAccessibleDescription('Project name is required')
  await expect(checkout.projectName).toBeFocused()
  await checkout.projectName.fill('Typed once more')
  await checkout.editor.getByRole('button', { name: 'typo@gmail.com' }).click()
  await expect(checkout.email).toHaveValue('typo@gmail.com')
  await checkout.save.click()
  await expect(checkout.edit).toBeFocused()
  await expect(checkout.summary).toContainText('typo@gmail.com')
  await expect(checkout.summary).not.toContainText('did you mean')
  await expect(checkout.summary).toContainText('Typed once more')

  // The form behind the checkout follows, also after a reload.
  await page.reload()
  await checkout.back.click()
  await expect(landing.email).toHaveValue('typo@gmail.com')
  await expect(landing.projectName).toHaveValue('Typed once more')
  await page.goBack()
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  expect(await findOrders(shop.url, 'typo@gmail.com')).toMatchObject([
    { status: 'paid', projectName: 'Typed once more' },
  ])
})

test(
  'keeps the choice of the start through a failed authentication at the bank',
  { tag: '@deep' },
  async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'choice.txt', 'chosen once')
    const checkout = new CheckoutScreen(page)
    await new LandingScreen(page).open()
    await new LandingScreen(page).orderWith(work.path, customer('choice'))
    await expect(checkout.recordNow).not.toBeChecked()
    await checkout.payWith(cards.requiresAuthentication)
    await checkout.failAuthentication.click()
    await expect(checkout.failure).toHaveText(
      'Payment Failed There was an error processing your payment. Please try again. You haven’t been charged.',
    )
    await expect(checkout.recordNow).toBeChecked()
  },
)

test('has a pay button as wide as a phone', { tag: '@deep' }, async ({ page }, testInfo) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const work = await textWork(testInfo, 'phone.txt', 'on a phone')
  const checkout = new CheckoutScreen(page)
  await new LandingScreen(page).open()
  await new LandingScreen(page).orderWith(work.path, customer('phone'))
  await expect(checkout.pay).toBeEnabled()
  const button = await checkout.pay.boundingBox()
  const form = await page.getByRole('form', { name: 'Card payment' }).boundingBox()
  expect(button?.width).toBe(form?.width)
})
