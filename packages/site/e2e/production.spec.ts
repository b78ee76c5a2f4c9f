import { test as journey, expect } from './fixtures.ts'
import { findOrders } from './shop-calls.ts'
import { cards, CheckoutScreen } from './screens/checkout.screen.ts'
import { LandingScreen, type Details } from './screens/landing.screen.ts'
import { words } from './screens/toast.screen.ts'
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts'
import { textWork } from './work-files.ts'

const test = journey.extend<{}, { stripe: StripeStandIn }>({
  stripe: [
    // Playwright reads what a fixture needs from these braces; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const stripe = await startStripeStandIn()
      await provide(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  shopOptions: async ({ stripe }, provide) => provide(stripe.shopOptions),
})

test.beforeEach(({ stripe, shop }) => stripe.setAddress(shop.url))

const scriptUrl = 'https://js.stripe.com/endive/stripe.js'
const checkoutError = words('Checkout Error', 'Unable to initialize checkout. Please try again.')

function customer(name: string): Details {
  return {
    firstName: 'Louise',
    lastName: 'Bertrand',
    email: `${name}@example.org`,
    projectName: 'Les heures bleues',
    projectDescription: 'Manuscrit du premier roman.',
  }
}

test('With keys the purchase runs through Stripe’s own hosts, under the real policy', async ({
  page,
  shop,
  stripe,
}, testInfo) => {
  await stripe.answer(page)
  const work = await textWork(testInfo, 'heures.txt', 'Chapitre premier.')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await landing.open()
  await expect(page.getByRole('complementary', { name: 'Test payments' })).toHaveCount(0)
  await landing.upload(work.path)
  await landing.write(customer('production'))
  const script = page.waitForRequest(scriptUrl)
  await landing.submit.click()
  await script
  await checkout.payWith(cards.pays)
  await expect(page).toHaveURL('/success')
  expect([...hosts].sort((one, other) => one.localeCompare(other))).toEqual([
    shop.url,
    'https://api.stripe.com',
    'https://js.stripe.com',
  ])
  expect(await findOrders(shop.url, 'production@example.org')).toMatchObject([
    { status: 'paid', paymentState: 'paid' },
  ])
})

test('A card that is declined in production is followed by another', async ({
  page,
  shop,
  stripe,
  complaints,
}, testInfo) => {
  complaints.expect(/402 .*\/confirm\)$/)
  await stripe.answer(page)
  const work = await textWork(testInfo, 'heures.txt', 'Chapitre deux.')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await landing.orderWith(work.path, customer('declined'))
  await checkout.payWith(cards.isDeclined)
  await expect(checkout.toast.urgent).toHaveText(words('Payment Failed', 'Your card was declined.'))
  await checkout.payWith(cards.pays)
  await expect(page).toHaveURL('/success')
  expect(await findOrders(shop.url, 'declined@example.org')).toMatchObject([{ status: 'paid' }])
})

test('Without Stripe’s script the checkout explains itself', async ({ page, complaints }, testInfo) => {
  complaints.expect(/ERR_FAILED.*js\.stripe\.com/)
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  const work = await textWork(testInfo, 'heures.txt', 'Chapitre trois.')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.write(customer('blocked'))
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(checkoutError)
  await expect(page).toHaveURL('/')
})

test('A policy without Stripe’s hosts keeps even the answered script out', async ({
  page,
  stripe,
  complaints,
}, testInfo) => {
  complaints.expect(/Content Security Policy/)
  await stripe.answer(page)
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const policy = headers['content-security-policy']?.replaceAll(/https:\/\/\S*stripe\.com/g, '') ?? ''
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
  })
  const work = await textWork(testInfo, 'heures.txt', 'Chapitre quatre.')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.upload(work.path)
  await landing.write(customer('policy'))
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(checkoutError)
})

test('The stand-in’s own addresses do not exist in production', async ({ request }) => {
  for (const path of ['/__stripe/stripe.js', '/__stripe/card-form.html', '/__stripe/v1/payment_intents']) {
    expect((await request.get(path)).status(), path).toBe(404)
    expect((await request.post(path)).status(), path).toBe(404)
  }
})
