import { startLocalServer, type LocalServer } from '@priormark/core/testing/local-server'
import { chromiumPath } from '@priormark/core/testing/chromium'
import Koa from 'koa'
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright-core'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { startEmbeddedStripe, type EmbeddedStripe } from '../../embedded-stripe/start-embedded-stripe.ts'
import { cards } from '../orders/payments/payment-fixtures.ts'

let browser: Browser
let standIn: EmbeddedStripe
let server: LocalServer
let url: string
let page: Page
let form: FrameLocator
let problems: string[]

/** A shop of one page, based on Stripe's own examples. */
const shopScript = `
  const { key, secret } = document.body.dataset
  const stripe = Stripe(key)
  const elements = stripe.elements({ clientSecret: secret })
  const element = elements.create('payment')
  element.on('ready', () => (document.body.dataset.ready = 'yes'))
  element.on('change', (event) => (document.body.dataset.complete = event.complete))
  element.mount('#card')
  document.querySelector('#pay').addEventListener('click', async () => {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements, redirect: 'if_required', confirmParams: { return_url: location.origin + '/done' },
    })
    document.querySelector('#result').textContent = error ? error.message : paymentIntent.status
  })`

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  standIn = startEmbeddedStripe({ stateFile: null, webhookPath: '/hook' })
  const stripe = new Stripe(standIn.keys.secretKey, {
    httpClient: Stripe.createFetchHttpClient(standIn.fetch),
  })
  const app = new Koa()
  app.use(standIn.middleware)
  app.use(async (ctx) => {
    ctx.set('Content-Security-Policy', "default-src 'self'")
    if (ctx.path === '/shop.js') {
      ctx.type = 'js'
      ctx.body = shopScript
      return
    }
    if (ctx.path === '/hook' || ctx.path === '/favicon.ico') {
      ctx.status = 204
      return
    }
    const { client_secret: secret } = await stripe.paymentIntents.create({ amount: 897, currency: 'usd' })
    ctx.type = 'html'
    ctx.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
      <body data-key="${standIn.keys.publishableKey}" data-secret="${secret}"><main><h1>Shop</h1><div id="card"></div>
      <button id="pay">Pay</button><p id="result" role="status"></p></main>
      <script src="/__stripe/stripe.js"></script><script src="/shop.js"></script></body></html>`
  })
  const listener = app.callback()
  server = await startLocalServer((req, res) => void listener(req, res))
  url = server.url
  standIn.setAddress(url)
})

afterAll(async () => {
  standIn.close()
  await browser.close()
  await server.close()
})

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } })
  // Playwright's own timeouts are shorter than those of the tests.
  context.setDefaultTimeout(120_000)
  context.setDefaultNavigationTimeout(120_000)
  page = await context.newPage()
  problems = []
  page.on('console', (message) => {
    // A declined card is a 402, which the browser reports in the console.
    if (message.type() === 'error' && !message.text().includes('402')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(url)
  form = page.frameLocator('iframe[title="Secure payment input frame"]')
  await page.locator('body[data-ready]').waitFor()
})

afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

async function fillCard(number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiration date').fill('12 / 34')
  await form.getByLabel('Security code').fill('123')
}

const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'

/** Resolves once the form and the page around it have rendered everything that has happened so far. */
async function drawn(): Promise<void> {
  for (const frame of page.frames().toReversed()) await frame.evaluate(twoFrames)
}

const result = () => page.getByRole('status')
const pay = () => page.getByRole('button', { name: 'Pay', exact: true }).click()

test('a card typed digit by digit is formatted, moves the focus automatically, and pays', async () => {
  await form.getByLabel('Card number').click()
  await page.keyboard.type('42424242424242421234123')
  expect(await form.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await form.getByLabel('Expiration date').inputValue()).toBe('12 / 34')
  expect(await form.getByLabel('Security code').inputValue()).toBe('123')
  await page.locator('body[data-complete=true]').waitFor()
  await pay()
  await result().getByText('succeeded').waitFor()
})

test('inserting or deleting a digit in the middle keeps the caret in place', async () => {
  const number = form.getByLabel('Card number')
  await number.fill('4242424242424242')
  await number.press('Home')
  for (let step = 0; step < 7; step++) await number.press('ArrowRight')
  await number.press('Backspace')
  expect(await number.inputValue()).toBe('4242 4424 2424 242')
  await page.keyboard.type('2')
  expect(await number.inputValue()).toBe('4242 4242 4242 4242')
})

test('a declined card shows the reason, and the next one pays', async () => {
  await fillCard(cards.declined)
  await pay()
  await result().getByText('Your card was declined.').waitFor()
  await fillCard(cards.pays)
  await pay()
  await result().getByText('succeeded').waitFor()
})

test('an incomplete card is reported at its field, which gets the focus, without any request', async () => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await form.getByLabel('Card number').fill('4242')
  await pay()
  await result().getByText('Your card number is incomplete.').waitFor()
  expect(await form.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
  expect(await form.locator(':focus').getAttribute('id')).toBe('number')
  await form.getByRole('alert').getByText('Your card number is incomplete.').waitFor()
  expect(requests).toEqual([])
})

test('a problem shown on leaving a field does not move the button that is being pressed', async () => {
  await form.getByLabel('Card number').fill('4242')
  await page.getByRole('button', { name: 'Pay', exact: true }).hover()
  await page.mouse.down()
  await drawn()
  await page.mouse.up()
  await result().getByText('Your card number is incomplete.').waitFor()
})

test('a problem is shown when the focus moves to the next field', async () => {
  await form.getByLabel('Card number').fill('4242')
  await form.getByLabel('Card number').press('Tab')
  await form.locator('#number-problem').getByText('Your card number is incomplete.').waitFor()
  expect(await form.getByRole('alert').textContent()).toBe('')
})

test('a card with authentication leads to the bank and back', async () => {
  await fillCard(cards.authenticates)
  await pay()
  await page.getByRole('heading', { name: 'Is it you who is paying?' }).waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/\/done\?.*redirect_status=succeeded/)
})

test('the buttons fill in test cards, and the frame is as high as the form', async () => {
  await form.getByRole('button', { name: 'is declined' }).click()
  expect(await form.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002')
  const isScrolled = () => form.locator('html').evaluate((html) => html.scrollHeight > html.clientHeight + 1)
  await expect.poll(isScrolled).toBe(false)
})
