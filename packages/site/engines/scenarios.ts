import path from 'node:path'
import { createClient } from '@priormark/core/platform/http/client'
import { orderProgressEndpoints } from '@priormark/core/orders/order-progress'
import { startChoices } from '@priormark/core/settings/policy/start-request'
import { expect } from 'vitest'
import { pageChanges } from '../testing/changed-page.ts'
import { customer, findOrders, placeOrder, placeOrderWithKey } from '../testing/shop-api.ts'
import { administrator } from '@priormark/api/testing/administrator'
import type { Shop } from '@priormark/api/testing/shop-process'
import type { PageDriver } from './page-driver.ts'

const picture = path.resolve(import.meta.dirname, '../e2e/screenshots/landing.webp')
const cards = { accepted: '4242424242424242', declined: '4000000000000002' }

interface ScenarioContext {
  page: PageDriver
  shop: Shop
  /** Writes a file and returns its path. */
  writeFile: (name: string, content: string | Uint8Array) => Promise<string>
  /** Allows errors in the console that match. */
  allowErrors: (pattern: RegExp) => void
}

/** What a user does on the site, by test title. */
export type Scenarios = Record<string, (context: ScenarioContext) => Promise<void>>

export const scenarios: Scenarios = {
  async 'buys after a declined card'({ page, shop, writeFile: write }) {
    await orderWork(page, shop, await write('tide.txt', 'Harbour lights on the turning tide'), 'declined')
    await payWith(page, cards.declined)
    await page.waitForText('Your card was declined.')
    expect(await findOrders(shop.url, 'declined@münchen.de')).toMatchObject([{ status: 'pending' }])
    await payWith(page, cards.accepted)
    await page.waitForText('Thank You for Your Order!')
    expect(await findOrders(shop.url, 'declined@münchen.de')).toMatchObject([{ status: 'paid' }])
  },

  async 'keeps a file and a text of a page that was translated before its script ran'({
    page,
    shop,
    writeFile: write,
    allowErrors,
  }) {
    // React reports that the page differs from what the server rendered.
    allowErrors(/Minified React error #418/)
    await page.open(`${shop.url}/my-works`)
    await page.run(pageChanges['a translation'])
    await page.fill('Email', 'early@example.org')
    await page.click('button', 'Email me my links')
    await page.waitForText('If there are orders for early@example.org')
    await page.open(shop.url)
    await page.run(pageChanges['a translation'])
    await page.chooseFiles('Browse Files', await write('early.txt', 'chosen on a translated page'))
    await page.waitForText('File uploaded')
  },

  async 'follows an order until it is final'({ page, shop, writeFile: write }) {
    await orderWork(page, shop, await write('lantern.txt', 'A lantern turning'), 'follows')
    await payWith(page, cards.accepted)
    await page.click('link', 'Follow your order')
    await page.waitForAddress(/\/order\/[\w-]{43}$/)
    await page.waitForText('Harbour Lights')
    await page.waitForText(', final')
    await page.waitForText('This is a test.')
    await page.waitForText('Download the evidence')
  },

  async 'verifies a file with its evidence ZIP'({ page, shop, writeFile: write }) {
    const fileText = 'Cold harbour, and a lantern turning'
    const order = { ...customer('verifies'), fileName: 'harbour.txt', fileText, isPaid: true }
    const { key } = await placeOrderWithKey(shop.url, order)
    await expect.poll(() => readStep(shop, key)).toBe('final')
    const evidence = await fetch(`${shop.url}/api/orders/${key}/evidence.zip`)
    const zip = await write('evidence.zip', new Uint8Array(await evidence.arrayBuffer()))

    await page.open(`${shop.url}/verify`)
    await page.chooseFiles('Choose files', zip, await write('harbour.txt', fileText))
    await page.waitForText('File and proof match.')
    await page.open(`${shop.url}/verify`)
    await page.chooseFiles('Choose files', zip, await write('harbour.txt', `${fileText}.`))
    await page.waitForText('this file was changed')
  },

  async 'logs in to the admin'({ page, shop }) {
    const order = { ...customer('seen'), projectName: 'Seen by the Owner', isPaid: true }
    await placeOrder(shop.url, { ...order, fileName: 'seen.txt', fileText: 'seen' })
    await page.open(`${shop.url}/admin/login`)
    await page.fill('Username', administrator.username)
    await page.fill('Password', 'not the password')
    await page.click('button', 'Log in')
    await page.waitForText('Login failed')
    await login(page, shop)
    await page.click('tab', 'All Orders')
    await page.waitForText('Seen by the Owner')
  },

  async 'writes and publishes a post with an image'({ page, shop }) {
    await login(page, shop)
    await page.open(`${shop.url}/admin/blog`)
    await page.click('button', 'New Post')
    await page.fill('Title', 'Written in every engine')
    await page.fill('Content. Press Alt+0 for help.', 'A paragraph that was typed.')
    await page.chooseFiles('Upload image from computer', picture)
    await page.waitForText('Image uploaded')
    await page.choose('Status', 'Published')
    await page.click('button', 'Create Post')
    await page.waitForText('Post created')

    await page.open(`${shop.url}/blog/written-in-every-engine`)
    await page.waitForText('Written in every engine')
    await page.waitForText('A paragraph that was typed.')
    await page.waitForImage('/media/landing-')
  },
}

/** Orders from the landing page and waits for the checkout. */
async function orderWork(page: PageDriver, shop: Shop, file: string, name: string): Promise<void> {
  // Chromium converts the domain to ASCII itself; the others submit it as typed.
  const details = { ...customer(name), email: `${name}@münchen.de` }
  await page.open(shop.url)
  await page.chooseFiles('Browse Files', file)
  await page.waitForText('File uploaded')
  await page.fill('First name', details.firstName)
  await page.fill('Last name', details.lastName)
  await page.fill('Email', details.email)
  await page.fill('Project name', details.projectName)
  await page.fill('Project description', details.projectDescription)
  await page.click('checkbox', 'I agree to the terms')
  await page.click('button', 'Continue to payment')
  await page.waitForText('Complete Your Purchase')
  await page.waitForText(path.basename(file))
  await page.click('radio', startChoices.now.label)
}

async function payWith(page: PageDriver, cardNumber: string): Promise<void> {
  await page.inFrame('Secure payment input frame', async (frame) => {
    await frame.fill('Card number', cardNumber)
    await frame.fill('Expiration date', '1234')
    await frame.fill('Security code', '123')
  })
  await page.click('button', 'Pay $8.97')
}

async function login(page: PageDriver, shop: Shop): Promise<void> {
  await page.open(`${shop.url}/admin/login`)
  await page.fill('Username', administrator.username)
  await page.fill('Password', administrator.password)
  await page.click('button', 'Log in')
  await page.waitForText('Order management')
}

/** Reads the current step of an order. */
async function readStep(shop: Shop, key: string): Promise<string> {
  const client = createClient({ baseUrl: shop.url, fetch: (url, init) => fetch(url, init) })
  return (await client.call(orderProgressEndpoints.read, { params: { key } })).step
}
