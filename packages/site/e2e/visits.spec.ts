import { createServer } from 'node:http'
import { expectAccessible } from './axe-scan.ts'
import { expect, test as journey } from './fixtures.ts'
import { cards, CheckoutScreen } from './screens/checkout.screen.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { textWork } from './work-files.ts'

interface Counter {
  url: string
  /** What was sent, as 'name path', oldest first. */
  seen: string[]
  bodies: string[]
  close(): Promise<void>
}

/** A counter of visits that takes events as Plausible does. */
async function startCounter(): Promise<Counter> {
  const seen: string[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      const { name, url } = JSON.parse(body)
      seen.push(`${name} ${new URL(url).pathname}`)
      response.writeHead(202, { 'Access-Control-Allow-Origin': '*' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The counter has no port')
  return {
    url: `http://localhost:${address.port}/api/event`,
    seen,
    bodies,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const test = journey.extend<{}, { counter: Counter }>({
  counter: [
    // Playwright reads what a fixture needs from these braces; this one needs nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const counter = await startCounter()
      await provide(counter)
      await counter.close()
    },
    { scope: 'worker' },
  ],
  shopOptions: async ({ counter }, provide) =>
    provide({ env: { ANALYTICS_URL: counter.url, ANALYTICS_SITE: 'priormark.example' } }),
})

test.beforeEach(({ counter }) => {
  counter.seen.length = 0
  counter.bodies.length = 0
})

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('Nothing is counted before an answer, nor after Decline, which is remembered and can be changed', async ({
      page,
      counter,
    }) => {
      const notice = page.getByRole('region', { name: 'Counting visits', exact: true })
      await page.goto('/')
      await page.keyboard.press('Tab')
      await expect(notice).toBeVisible()
      await expectAccessible(page, 'the landing page with the notice')
      const [accept, decline] = await Promise.all(
        ['Accept', 'Decline'].map(async (name) => {
          const look = await notice.getByRole('button', { name }).evaluate((button) => {
            const { color, backgroundColor, fontWeight, borderColor } = getComputedStyle(button)
            const { width: wide, height } = button.getBoundingClientRect()
            return { color, backgroundColor, fontWeight, borderColor, wide, height }
          })
          return look
        }),
      )
      expect(accept, 'both answers look alike').toEqual(decline)

      await notice.getByRole('button', { name: 'Decline' }).click()
      await expect(notice).toBeHidden()
      await page.goto('/terms')
      await page.keyboard.press('Tab')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
      await expect(page).toHaveURL('/privacy')
      await expect(page.getByText('You declined, so your visits are not counted.')).toBeVisible()
      await expect(notice).toHaveCount(0)
      expect(counter.seen).toEqual([])
      await expectAccessible(page, 'the privacy page')

      await page.getByRole('button', { name: 'Accept' }).click()
      await expect(page.getByText('You accepted, so your visits are counted.')).toBeVisible()
      await expect.poll(() => counter.seen).toEqual(['pageview /privacy'])
      await page.getByRole('button', { name: 'Decline' }).click()
      await page.getByRole('link', { name: 'Terms & Conditions' }).click()
      await expect(page).toHaveURL('/terms')
      expect(counter.seen).toEqual(['pageview /privacy'])
    })
  })
}

test('Who accepted is counted through the purchase, without a name, an address or the order’s link', async ({
  page,
  counter,
}, testInfo) => {
  const work = await textWork(testInfo, 'counted.txt', 'counted once')
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => counter.seen).toEqual(['pageview /'])
  await landing.orderWith(work.path, {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: 'counted@example.org',
    projectName: 'Harbour Lights',
    projectDescription: 'Demo recording.',
  })
  await checkout.payWith(cards.pays)
  await expect(page).toHaveURL('/success')
  await expect
    .poll(() => [...counter.seen].sort((one, other) => one.localeCompare(other)))
    .toEqual([
      'conversion /checkout',
      'pageview /',
      'pageview /checkout',
      'pageview /success',
      'purchase /checkout',
    ])
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await expect.poll(() => counter.seen).toContain('pageview /order')
  const sent = counter.bodies.join('\n')
  expect(sent).toContain('"revenue":{"amount":"8.97","currency":"USD"}')
  expect(sent).not.toMatch(/counted@|Maeve|Okonkwo|Harbour|counted\.txt|orderId|\/order\/./)
})

test('A browser that refuses by Global Privacy Control is neither asked nor counted', async ({
  page,
  counter,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  await page.goto('/privacy')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Your browser sends the Global Privacy Control signal')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  expect(counter.seen).toEqual([])
})
