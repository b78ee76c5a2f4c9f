import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { customer } from '../testing/shop-api.ts'
import { textWork } from './work-files.ts'

test.use({
  shopOptions: async ({ counter }, provide) =>
    provide({ env: { ANALYTICS_URL: counter.url, ANALYTICS_SITE: 'priormark.example' } }),
})

test.beforeEach(({ counter }) => {
  counter.events.length = 0
  counter.bodies.length = 0
})

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    const tag = width === 390 ? [] : ['@deep']
    test(
      'counts nothing before a choice or after Decline, remembers the choice and lets the visitor change it',
      { tag },
      async ({ page, counter }) => {
        const notice = page.getByRole('region', { name: 'Counting visits', exact: true })
        await page.goto('/')
        await page.keyboard.press('Tab')
        await expect(notice).toBeVisible()
        await expectAccessible(page, 'the landing page with the notice')
        const [accept, decline] = await Promise.all(
          ['Accept', 'Decline'].map(async (name) => {
            const style = await notice.getByRole('button', { name }).evaluate((button) => {
              const { color, backgroundColor, fontWeight, borderColor } = getComputedStyle(button)
              const { width: wide, height } = button.getBoundingClientRect()
              return { color, backgroundColor, fontWeight, borderColor, wide, height }
            })
            return style
          }),
        )
        expect(accept, 'both choices look the same').toEqual(decline)

        await notice.getByRole('button', { name: 'Decline' }).click()
        await expect(notice).toBeHidden()
        await page.goto('/terms')
        await page.keyboard.press('Tab')
        await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
        await expect(page).toHaveURL('/privacy')
        await expect(page.getByText('You declined, so your visits are not counted.')).toBeVisible()
        await expect(notice).toHaveCount(0)
        expect(counter.events).toEqual([])
        await expectAccessible(page, 'the privacy page')

        await page.getByRole('button', { name: 'Accept' }).click()
        await expect(page.getByText('You accepted, so your visits are counted.')).toBeVisible()
        await expect.poll(() => counter.events).toEqual(['pageview /privacy'])
        await page.getByRole('button', { name: 'Decline' }).click()
        await page.getByRole('link', { name: 'Terms & Conditions' }).click()
        await expect(page).toHaveURL('/terms')
        expect(counter.events).toEqual(['pageview /privacy'])
      },
    )
  })
}

test('counts the purchase of a visitor who accepted, without name, address or link to the order', async ({
  page,
  counter,
}, testInfo) => {
  const work = await textWork(testInfo, 'counted.txt', 'counted once')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => counter.events).toEqual(['pageview /'])
  await landing.orderWith(work.path, {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: 'counted@example.org',
    projectName: 'Harbour Lights',
    projectDescription: 'Demo recording.',
  })
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  await expect
    .poll(() => [...counter.events].sort((one, other) => one.localeCompare(other)))
    .toEqual([
      'conversion /checkout',
      'pageview /',
      'pageview /checkout',
      'pageview /success',
      'purchase /checkout',
    ])
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await expect.poll(() => counter.events).toContain('pageview /order')
  const sent = counter.bodies.join('\n')
  expect(sent).toContain('"revenue":{"amount":"8.97","currency":"USD"}')
  expect(sent).not.toMatch(/counted@|Maeve|Okonkwo|Harbour|counted\.txt|orderId|\/order\/./)
})

test(
  'counts the purchase of a payment that is confirmed between two reads of the order once',
  { tag: '@deep' },
  async ({ page, counter }, testInfo) => {
    const work = await textWork(testInfo, 'processing.txt', 'at the bank')
    const landing = new LandingScreen(page)
    await landing.open()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Accept' }).click()
    await landing.orderWith(work.path, customer('processing'))
    const change = (address: string | RegExp, changes: object) =>
      page.route(address, async (route) => {
        const response = await route.fetch()
        const order: object = await response.json()
        await route.fulfill({ response, json: { ...order, ...changes } })
      })
    await change('/api/my-order*', { isPaymentProcessing: true })
    await change(/\/api\/orders\/[^/]+$/, { step: 'waiting', paidAt: new Date().toISOString() })
    await page.goto('/success')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You for Your Order!')
    await expect
      .poll(() => counter.events.filter((event) => !event.startsWith('pageview')).toSorted())
      .toEqual(['conversion /success', 'purchase /success'])
  },
)

test('neither asks nor counts a browser that sends Global Privacy Control', async ({ page, counter }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  await page.goto('/privacy')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Your browser sends the Global Privacy Control signal/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  expect(counter.events).toEqual([])
})

test(
  'counts the visit of a visitor who has accepted from page load, and never the admin',
  { tag: '@deep' },
  async ({ page, counter }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(() => counter.events).toEqual(['pageview /'])
    await page.goto('/admin/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goto('/terms')
    await expect.poll(() => counter.events).toEqual(['pageview /', 'pageview /terms'])
  },
)
