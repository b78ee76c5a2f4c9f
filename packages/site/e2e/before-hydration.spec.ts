import { createHash } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { holdRequests, pageScript } from './hold-requests.ts'
import { placeOrderForPage } from './order-page-api.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { textWork } from './work-files.ts'
import { untilIdle } from './until-idle.ts'

const hydrated = 'html[data-hydrated]'

test('loads no framework until the visitor interacts with the page', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await untilIdle(page)
  expect(scripts.filter((url) => !url.endsWith('/sw.js'))).toHaveLength(1)
})

test('uploads a file that was chosen before hydration', async ({ page }, testInfo) => {
  const work = await textWork(testInfo, 'early.txt', 'chosen before the script')
  const landing = new LandingScreen(page)
  const script = await holdRequests(page, pageScript)
  await landing.open()
  await landing.choose(work.path)
  await script.requested
  await expect(page.locator(hydrated)).toHaveCount(0)
  script.release()
  await expect(landing.section.locator('code')).toHaveText(work.sha256)
  await expect(landing.firstName).toBeVisible()
})

test(
  'sends the links to an address that was filled in before hydration',
  { tag: '@deep' },
  async ({ page }) => {
    const script = await holdRequests(page, pageScript)
    await page.goto('/my-works')
    await page.getByLabel('Email', { exact: true }).fill('early@example.org')
    await script.requested
    script.release()
    await expect(page.locator(hydrated)).toHaveCount(1)
    await page.getByRole('button', { name: 'Email me my links' }).click()
    await expect(page.getByText('If there are orders for early@example.org')).toBeVisible()
  },
)

test(
  'uploads a file that was set without a pointer or key event',
  { tag: '@deep' },
  async ({ page }, testInfo) => {
    const work = await textWork(testInfo, 'filled.txt', 'filled in by a program')
    const landing = new LandingScreen(page)
    await landing.open()
    await landing.section.locator('input[type=file]').setInputFiles(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  },
)

/** Chooses a file just before the given step of hydration. */
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
  // React hydrates in steps and posts itself a message for each; page events run in between. It ends a step after
  // 5 ms. Here each reading of the clock adds 0.25 ms, so that the steps are the same on every machine.
  const realNow = performance.now.bind(performance)
  let fakeNow: number | null = null
  performance.now = () => (fakeNow === null ? realNow() : (fakeNow += 0.25))
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(work: (message: MessageEvent) => void) {
      onmessage?.set?.call(this, (message: MessageEvent) => {
        if (step === chosenStep) choose()
        step += 1
        fakeNow = realNow()
        work.call(this, message)
        fakeNow = null
      })
    },
  })
}

test(
  'uploads a file that was chosen between any two steps of hydration',
  { tag: '@deep' },
  async ({ newVisitor }) => {
    const sha256 = createHash('sha256').update('chosen between two steps').digest('hex')
    for (let step = 0; ; step += 1) {
      const page = await newVisitor()
      await page.addInitScript(chooseBeforeStep, step)
      const landing = new LandingScreen(page)
      await landing.open()
      await landing.heading.hover()
      await expect(page.locator('html[data-chosen], html[data-hydrated]')).toBeAttached()
      if ((await page.locator('html[data-chosen]').count()) === 0) {
        expect(step, 'hydration steps').toBeGreaterThan(2)
        return
      }
      await expect(landing.section.locator('code'), `chosen before step ${step}`).toHaveText(sha256)
      await page.context().close()
    }
  },
)

test('uploads a file that was dropped before hydration', { tag: '@deep' }, async ({ page }) => {
  const landing = new LandingScreen(page)
  const script = await holdRequests(page, pageScript)
  await landing.open()
  await landing.drop([['dropped.txt', 'dropped early']])
  await script.requested
  script.release()
  await expect(landing.section.getByText('dropped.txt')).toBeVisible()
  await expect(landing.seal).toBeVisible()
})

test(
  'shows the fingerprint of a line that was typed before hydration',
  { tag: '@deep' },
  async ({ page }) => {
    const script = await holdRequests(page, pageScript)
    await page.goto('/')
    await page.getByLabel('Type a line of your own').fill('é')
    await script.requested
    script.release()
    await expect(page.locator('code').first()).toHaveText(
      '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
    )
  },
)

test('runs the click of a button that was pressed before hydration', { tag: '@deep' }, async ({ page }) => {
  const script = await holdRequests(page, pageScript)
  await page.goto('/')
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await script.requested
  await expect(page).toHaveURL('/terms')
  script.release()
  await expect(page).toHaveURL('/')
})

test('opens links and questions while the script is loading', { tag: '@deep' }, async ({ page }) => {
  const script = await holdRequests(page, pageScript)
  await page.goto('/')
  const question = page.getByRole('group').filter({ hasText: 'What exactly do I get?' })
  await question.getByText('What exactly do I get?').click()
  await expect(question).toHaveAttribute('open')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reviews' }).click()
  await expect(page).toHaveURL('/#reviews')
  await page.getByRole('link', { name: 'Terms & Conditions' }).last().click()
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  script.release()
})

test(
  'requests a script that failed to load again at the next interaction',
  { tag: '@deep' },
  async ({ page, browserErrors }, testInfo) => {
    browserErrors.allow(/ERR_FAILED|Failed to fetch dynamically imported module/)
    const work = await textWork(testInfo, 'again.txt', 'requested again')
    const landing = new LandingScreen(page)
    await page.route(/\/assets\/entry-client.*\.js/, (route) => route.abort())
    await landing.open()
    const failed = page.waitForEvent('requestfailed')
    await landing.heading.hover()
    await failed
    await page.unroute(/\/assets\/entry-client.*\.js/)
    await landing.upload(work.path)
    await expect(landing.section.locator('code')).toHaveText(work.sha256)
  },
)

test(
  'offers to reload a page whose code does not load',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED|Failed to fetch dynamically imported module/)
    await page.route(/\/assets\/LegalPages.*\.js/, (route) => route.abort())
    await page.goto('/')
    const terms = page.getByRole('link', { name: 'Terms & Conditions' })
    await terms.hover()
    await expect(page.locator(hydrated)).toHaveCount(1)
    await terms.click()
    await expect(page.getByText('This part could not be loaded.')).toBeVisible()
    await page.unroute(/\/assets\/LegalPages.*\.js/)
    await page.getByRole('button', { name: 'reload the page' }).click()
    await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('renders the whole landing page', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Priormark/)
    for (const section of [
      'How It Works',
      'Protect Your Work Now',
      'Why This Works',
      'What Can Be Protected',
      'Frequently asked questions',
    ]) {
      await expect(page.getByRole('heading', { name: section })).toBeVisible()
    }
    await expect(page.getByText('Drag and drop your file here')).toBeVisible()
    await expect(page.getByText('$8.97').first()).toBeVisible()
    await expect(page.locator('details')).toHaveCount(7)
    await page.getByText('What exactly do I get?').click()
    await expect(page.getByText('and a verification link by email')).toBeVisible()
  })

  test('renders the whole terms', async ({ page }) => {
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions')
    await expect(page.getByText('Last updated: April 28, 2025')).toBeVisible()
    await expect(page.getByText(/179 countries/)).toBeVisible()
  })

  test('returns a 404 page for an unknown address', async ({ page, browserErrors }) => {
    browserErrors.allow(/404 .*\/no\/such\/page/)
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('runs the click of a link on the order page that was pressed before hydration, and keeps the focus', async ({
  page,
  shop,
}) => {
  const key = await placeOrderForPage(shop, { projectName: 'Early Key', isPaid: false })
  const order = new OrderPageScreen(page)
  const script = await holdRequests(page, pageScript)
  await order.open(key)
  await order.checkNow.press('Enter')
  await script.requested
  await expect(page.locator(hydrated)).toHaveCount(0)
  script.release()
  await expect(order.checkedAt).toBeVisible()
  await expect(order.checkNow).toBeFocused()
})
