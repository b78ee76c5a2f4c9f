import { expect, test } from './fixtures.ts'
import { CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { customer } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

test('says that there is no order', async ({ page, browserErrors }) => {
  browserErrors.allow(/404 .*my-order/)
  await page.goto('/success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There’s no order in this browser')
  await expect(new SuccessScreen(page).steps).toHaveCount(0)
})

test('says that the order is not paid, and leads to the payment', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'unpaid.txt', 'not paid yet')
  await new LandingScreen(page).open()
  await new LandingScreen(page).orderWith(work.path, customer('unpaid'))
  await page.goto('/success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order isn’t paid yet')
  await expect(page.getByText('AT RISK', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(new CheckoutScreen(page).pay).toBeEnabled()
})

const outcomes = [
  {
    outcome: 'is confirmed',
    later: { step: 'waiting', paidAt: new Date().toISOString() },
    title: 'Thank You for Your Order!',
  },
  { outcome: 'fails', later: { step: 'unpaid', paidAt: null }, title: 'Your order isn’t paid yet' },
]
for (const { outcome, later, title: laterTitle } of outcomes)
  test(
    `says that the payment is still processing, until it ${outcome}`,
    { tag: '@deep' },
    async ({ page }, testInfo) => {
      const work = await textWork(testInfo, 'processing.txt', 'at the bank')
      await new LandingScreen(page).open()
      await new LandingScreen(page).orderWith(work.path, customer('processing'))
      await page.route('/api/my-order*', async (route) => {
        const response = await route.fetch()
        const order: object = await response.json()
        await route.fulfill({ response, json: { ...order, isPaymentProcessing: true } })
      })
      let progress: object = { step: 'processing', paidAt: null }
      await page.route(/\/api\/orders\/[^/]+$/, async (route) => {
        const response = await route.fetch()
        const order: object = await response.json()
        await route.fulfill({ response, json: { ...order, ...progress } })
      })
      await page.goto('/success')
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toHaveText('Your payment is still processing')
      await expect(page.getByRole('link', { name: 'Follow your order' })).toBeVisible()
      await expect(page.getByText('Not paid yet')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Continue to payment' })).toHaveCount(0)
      progress = later
      await expect(title).toHaveText(laterTitle)
    },
  )

test('says that the order could not be read', { tag: '@deep' }, async ({ page, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED.*my-order/)
  await page.route('/api/my-order*', (route) => route.abort())
  await page.goto('/success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t check your order')
})
