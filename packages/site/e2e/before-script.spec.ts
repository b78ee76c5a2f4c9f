import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { orderWithKey } from './order-page-calls.ts'
import { LandingScreen } from './screens/landing.screen.ts'
import { OrderPageScreen } from './screens/order-page.screen.ts'
import { textWork } from './work-files.ts'

// The worker's own copy of the script would come at once.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ complaints }) => complaints.expect(/Service Worker registration blocked by Playwright/))

/** Holds the page's script back until it is let go, as a slow network does. */
async function holdScript(page: Page): Promise<{ letGo: () => void; isAskedFor: Promise<void> }> {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-client.*\.js/, async (route) => {
    asked.resolve()
    await gate.promise
    await route.continue()
  })
  return { letGo: gate.resolve, isAskedFor: asked.promise }
}

const hydrated = 'html[data-hydrated]'

test('A page whose visitor does nothing loads no framework', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => !url.endsWith('/sw.js'))).toHaveLength(1)
})

test('A file chosen before the page came to life is uploaded once it does', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'early.txt', 'earlier than the script')
  const landing = new LandingScreen(page)
  const script = await holdScript(page)
  await landing.open()
  await landing.choose(work.path)
  await script.isAskedFor
  await expect(page.locator(hydrated)).toHaveCount(0)
  script.letGo()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await expect(landing.firstName).toBeVisible()
})

test('A file that reaches the page without pointer or key is uploaded', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'filled.txt', 'filled in by a program')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.section.locator('input[type=file]').setInputFiles(work.path)
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
})

/** Chooses a file, as a person does, just before the given step of the work that brings the page to life. */
function chooseBeforeStep(chosenStep: number): void {
  let step = 0
  function choose() {
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) return
    const chosen = new DataTransfer()
    chosen.items.add(new File(['chosen between two steps'], 'between.txt'))
    input.files = chosen.files
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
    document.documentElement.dataset['chosen'] = ''
  }
  // React does its work in steps, each of them a message to itself; events of the page come between them. It ends a
  // step
  // when five milliseconds have passed: here a quarter of one passes each time it looks, so that every machine makes
  // the same steps.
  const realNow = performance.now.bind(performance)
  let stoodAt: number | null = null
  performance.now = () => (stoodAt === null ? realNow() : (stoodAt += 0.25))
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(work: (message: MessageEvent) => void) {
      onmessage?.set?.call(this, (message: MessageEvent) => {
        if (step === chosenStep) choose()
        step += 1
        stoodAt = realNow()
        work.call(this, message)
        stoodAt = null
      })
    },
  })
}

test('A file chosen between any two steps of coming to life is uploaded', async ({ newVisitor }) => {
  const sha256 = createHash('sha256').update('chosen between two steps').digest('hex')
  for (let step = 0; ; step += 1) {
    const page = await newVisitor({ serviceWorkers: 'block' })
    await page.addInitScript(chooseBeforeStep, step)
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.heading.hover()
    await expect(page.locator('html[data-chosen], html[data-hydrated]')).toBeAttached()
    if ((await page.locator('html[data-chosen]').count()) === 0) {
      expect(step, 'steps there were').toBeGreaterThan(2)
      return
    }
    await expect(landing.section.locator('code'), `chosen before step ${step}`).toHaveText(sha256)
    await page.context().close()
  }
})

test('A file dropped before the page came to life is uploaded once it does', async ({ page }) => {
  const landing = new LandingScreen(page)
  const script = await holdScript(page)
  await landing.open()
  await landing.drop([['dropped.txt', 'dropped early']])
  await script.isAskedFor
  script.letGo()
  await expect(landing.section.getByText('dropped.txt')).toBeVisible()
  await expect(landing.seal).toBeVisible()
})

test('A line typed before the page came to life has its own fingerprint afterwards', async ({ page }) => {
  const script = await holdScript(page)
  await page.goto('/')
  await page.getByLabel('Type a line of your own').fill('abc')
  await script.isAskedFor
  script.letGo()
  await expect(page.locator('code').first()).toHaveText(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('A button pressed before the page came to life does its work once it does', async ({ page }) => {
  const script = await holdScript(page)
  await page.goto('/')
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await script.isAskedFor
  await expect(page).toHaveURL('/terms')
  script.letGo()
  await expect(page).toHaveURL('/')
})

test('Links and questions work while the script is still on its way', async ({ page }) => {
  const script = await holdScript(page)
  await page.goto('/')
  const question = page.getByRole('group').filter({ hasText: 'What exactly do I get?' })
  await question.getByText('What exactly do I get?').click()
  await expect(question).toHaveAttribute('open')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
  await expect(page).toHaveURL('/#reviews')
  await page.getByRole('link', { name: 'Terms & Conditions' }).last().click()
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  script.letGo()
})

test('A script that did not come is asked for again at the next sign of interest', async ({
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const work = await textWork(testInfo, 'again.txt', 'asked again')
  const landing = new LandingScreen(page)
  await page.route(/\/assets\/entry-client.*\.js/, (route) => route.abort())
  await landing.open()
  const failed = page.waitForEvent('requestfailed')
  await landing.heading.hover()
  await failed
  await page.unroute(/\/assets\/entry-client.*\.js/)
  await landing.upload(work.path)
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('The landing page is there in full', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Priormark/)
    for (const section of [
      'How It Works',
      'Protect Your Work Now',
      'Why This Works',
      'What Can Be Protected',
      'Frequently Asked Questions',
    ]) {
      await expect(page.getByRole('heading', { name: section })).toBeVisible()
    }
    await expect(page.getByText('Drag and drop your file here')).toBeVisible()
    await expect(page.getByText('$8.97').first()).toBeVisible()
    await expect(page.locator('details')).toHaveCount(7)
    await page.getByText('What exactly do I get?').click()
    await expect(page.getByText('A permanent record of your file’s fingerprint')).toBeVisible()
  })

  test('The terms are there in full', async ({ page }) => {
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions')
    await expect(page.getByText('Last updated: April 28, 2025')).toBeVisible()
    await expect(page.getByText(/179 countries/)).toBeVisible()
  })

  test('An address that leads nowhere says so, with the right status', async ({ page, complaints }) => {
    complaints.expect(/404 .*\/no\/such\/page/)
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('A link pressed early on an order’s page answers once the page lives, and keeps the focus', async ({
  page,
  shop,
}) => {
  const key = await orderWithKey(shop, { projectName: 'Early Key', isPaid: false })
  const order = new OrderPageScreen(page)
  const script = await holdScript(page)
  await order.open(key)
  await order.checkNow.press('Enter')
  await script.isAskedFor
  await expect(page.locator(hydrated)).toHaveCount(0)
  script.letGo()
  await expect(order.checkedAt).toBeVisible()
  await expect(order.checkNow).toBeFocused()
})
