import { expect, test } from './fixtures.ts'
import { findOrders } from '../testing/shop-api.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen, type Details } from '../testing/screens/landing.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { textWork } from './work-files.ts'

test.use({ shopOptions: async ({ stripe }, provide) => provide(stripe.shopOptions) })

test.beforeEach(({ stripe, shop }) => stripe.setAddress(shop.url))

const scriptUrl = 'https://js.stripe.com/endive/stripe.js'
const checkoutError = toastText('Checkout Error', 'Unable to initialize checkout. Please try again.')

function customer(name: string): Details {
  return {
    firstName: 'Louise',
    lastName: 'Bertrand',
    email: `${name}@example.org`,
    projectName: 'Les heures bleues',
    projectDescription: 'Manuscrit du premier roman.',
  }
}

test('pays through Stripe’s hosts under the production Content Security Policy', async ({
  page,
  shop,
  stripe,
}, testInfo) => {
  await stripe.mockHosts(page)
  const work = await textWork(testInfo, 'heures.txt', 'Chapitre premier.')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await landing.open()
  await expect(page.getByRole('complementary', { name: 'Test payments' })).toHaveCount(0)
  await landing.upload(work.path)
  await landing.fillForm(customer('production'))
  const script = page.waitForRequest(scriptUrl)
  await landing.submit.click()
  await script
  await checkout.payWith(cards.succeeds)
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

test(
  'accepts another card after a declined one',
  { tag: '@deep' },
  async ({ page, shop, stripe, browserErrors }, testInfo) => {
    browserErrors.allow(/402 .*\/confirm\)$/)
    await stripe.mockHosts(page)
    const work = await textWork(testInfo, 'heures.txt', 'Chapitre deux.')
    const landing = new LandingScreen(page)
    const checkout = new CheckoutScreen(page)
    await landing.open()
    await landing.orderWith(work.path, customer('declined'))
    await checkout.payWith(cards.declined)
    await expect(checkout.failure).toHaveText(
      'Payment Failed Your card was declined. You haven’t been charged.',
    )
    await checkout.payWith(cards.succeeds)
    await expect(page).toHaveURL('/success')
    expect(await findOrders(shop.url, 'declined@example.org')).toMatchObject([{ status: 'paid' }])
  },
)

test(
  'shows an error if Stripe’s script fails to load',
  { tag: '@deep' },
  async ({ page, browserErrors }, testInfo) => {
    browserErrors.allow(/ERR_FAILED.*js\.stripe\.com/)
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    const work = await textWork(testInfo, 'heures.txt', 'Chapitre trois.')
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.upload(work.path)
    await landing.fillForm(customer('blocked'))
    await landing.submit.click()
    await expect(landing.toast.urgent).toHaveText(checkoutError)
    await expect(page).toHaveURL('/')
  },
)

test('blocks Stripe’s script if the policy does not list its hosts', async ({
  page,
  stripe,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/Content Security Policy/)
  await stripe.mockHosts(page)
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
  await landing.fillForm(customer('policy'))
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(checkoutError)
})

test('does not serve the Stripe stand-in in production', async ({ request }) => {
  for (const path of ['/__stripe/stripe.js', '/__stripe/card-form.html', '/__stripe/v1/payment_intents']) {
    expect((await request.get(path)).status(), path).toBe(404)
    expect((await request.post(path)).status(), path).toBe(404)
  }
})
