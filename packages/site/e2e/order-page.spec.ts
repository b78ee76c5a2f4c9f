import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { anchor, mockOrder, expectNoLayoutShift, placeOrderForPage, readOrder } from './order-page-api.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { textWork } from './work-files.ts'

test.use({ shopOptions: { env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } }, serviceWorkers: 'allow' })

test('updates the order page until the order is final, and downloads the evidence', async ({
  page,
}, testInfo) => {
  const work = await textWork(testInfo, 'harbour.txt', 'Harbour lights on the turning tide')
  const checkout = new CheckoutScreen(page)
  const success = new SuccessScreen(page)
  const order = new OrderPageScreen(page)
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.orderWith(work.path, {
    firstName: 'Maeve',
    lastName: 'Okonkwo',
    email: 'follows@example.org',
    projectName: 'Harbour Lights',
    projectDescription: 'Lyrics of the title song.',
  })
  await checkout.payWith(cards.succeeds)
  await expect(page).toHaveURL('/success')
  await expect(success.headline).toHaveText(/^(Paid|In a batch|Sent|Recorded)/)
  // The link moves when the next state arrives.
  await success.follow.press('Enter')

  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/)
  await expect(order.heading).toHaveText('Harbour Lights')
  await expect(order.seal(work.name)).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-never-reloaded', ''))
  await expect(order.headline).toHaveText(/^Recorded in block \d+/)
  await order.waitUntilFinal()
  // The steps are folded once they are done.
  await expect(order.steps).toHaveCount(0)
  await page.getByText('Step by step').click()
  await expect(order.steps).toHaveText([/^Paid, done/, 'Submitted, done', 'In a block, done', 'Final, done'])
  await expect(order.existed).toContainText(/\w{3} \d+, \d{4} \d+:\d\d:\d\d [AP]M UTC/)
  await expect(page.getByText('TEST', { exact: true })).toBeVisible()
  await expect(page.getByText('VERIFIED', { exact: true })).toBeHidden()
  await expect(page.getByText('proves nothing to others')).toHaveCount(1)
  await expect(page.locator('body')).toHaveAttribute('data-never-reloaded')
  await expectAccessible(page, 'a final order')

  const download = async (link: typeof order.evidence) => {
    const coming = page.waitForEvent('download')
    await link.click()
    return readFile(await (await coming).path())
  }
  const files = unzipSync(await download(order.evidence))
  const proof = Object.entries(files).find(([name]) => name.endsWith('proof.json'))?.[1]
  expect(JSON.parse(Buffer.from(proof ?? []).toString()).file.sha256).toBe(work.sha256)
  expect(JSON.parse((await download(order.proof)).toString()).file.sha256).toBe(work.sha256)
  expect((await download(order.certificate)).subarray(0, 5).toString()).toBe('%PDF-')
})

test('renders and refreshes the order page without JavaScript', async ({ newVisitor, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'No Script', isPaid: false })
  const page = await newVisitor({ javaScriptEnabled: false })
  const order = new OrderPageScreen(page)
  await order.open(key)
  await expect(order.heading).toHaveText('No Script')
  await expect(order.headline).toHaveText('Not paid yet')
  await expect(order.steps).toHaveCount(4)
  await expect(order.checkout).toHaveAttribute('href', /^\/checkout\?orderId=/)
  await order.checkNow.click()
  await expect(page).toHaveURL(`/order/${key}`)
  await expect(order.headline).toHaveText('Not paid yet')
})

test('updates when the order is paid elsewhere', { tag: '@deep' }, async ({ page, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'Paid Elsewhere', isPaid: false })
  const order = new OrderPageScreen(page)
  await order.open(key)
  await expect(order.headline).toHaveText('Not paid yet')
  await expect(page.getByText('AT RISK', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an unpaid order')
  const mock = await mockOrder(page, await readOrder(shop, key))
  mock.set({ step: 'waiting', status: 'paid', paidAt: '2026-09-03T10:02:00.000Z' })
  await expect(order.headline).toHaveText('Paid, waiting for a block')
  await expect(order.checkout).toBeHidden()
  await expect(order.current).toContainText('Submitted')
})

test('describes every step, and shows the time of the earliest block as the proven one', async ({
  page,
  shop,
}) => {
  const key = await placeOrderForPage(shop, { projectName: 'Step by Step', isPaid: false })
  const known = await readOrder(shop, key)
  const order = new OrderPageScreen(page)
  const mock = await mockOrder(page, known)
  await page.route('/badge/*.svg*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }),
  )
  await order.open(key)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  const inBlock = {
    blockNumber: 21_043_112,
    blockTime: '2026-09-03T10:05:42.000Z',
    noLaterThan: '2026-09-03T10:20:42.000Z',
    isProven: false,
    link: 'https://etherscan.io/tx/0x1',
  }
  const bitcoin = anchor({ kind: 'opentimestamps', chain: 'Bitcoin' })
  const declared = anchor({ kind: 'manual', chain: null, state: 'final', link: 'https://example.org/tx/1' })
  const steps: [Parameters<typeof mock.set>[0], string][] = [
    [{ step: 'waiting', anchors: [] }, 'Paid, waiting for a block'],
    [
      { step: 'queued', hasEvidence: true, anchors: [anchor({ state: 'queued' })] },
      'Paid, waiting for a block',
    ],
    [{ step: 'submitted', anchors: [anchor()] }, 'Sent to Ethereum'],
    [
      { step: 'included', anchors: [anchor({ state: 'included', ...inBlock }), bitcoin] },
      'Recorded in block 21,043,112 of Ethereum',
    ],
    [
      { step: 'final', anchors: [anchor({ state: 'final', ...inBlock }), bitcoin] },
      'Recorded in block 21,043,112 of Ethereum, final',
    ],
    [{ step: 'final', anchors: [declared] }, 'Recorded by us; see the link'],
    [{ step: 'waiting', anchors: [], stopped: 'refunded' }, 'Refunded'],
  ]
  for (const [change, headline] of steps) {
    const isFinal = await order.checkNow.isHidden()
    mock.set({ hasEvidence: false, proofId: known.orderId, ...change })
    // There is nothing to check once an order is final; the server renders it as unpaid again.
    if (isFinal) {
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    }
    // Not with Check now, which leaves the page if a check of the page itself comes first.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(order.headline).toHaveText(headline)
    await expectAccessible(page, headline)
    if (headline.endsWith(', final')) {
      await expect(order.existed).toContainText('Sep 3, 2026 10:20:42 AM UTC')
      await expect(order.anchors).toHaveCount(2)
      await expect(order.anchors.first().getByRole('link')).toHaveAttribute('rel', 'noreferrer')
    }
    const hasBadge = headline.startsWith('Recorded')
    await expect(page.getByRole('heading', { name: 'Get the badge' })).toHaveCount(hasBadge ? 1 : 0)
    if (headline.startsWith('Recorded by us')) await expect(order.anchors).toContainText('Recorded by us')
  }
  await expect(order.evidence).toBeHidden()
})

test('does not show the order at a wrong link or to another visitor', async ({
  page,
  newVisitor,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/404 /)
  const key = await placeOrderForPage(shop, { projectName: 'Only Mine', isPaid: true })
  const order = new OrderPageScreen(page)
  for (const wrong of [key.slice(0, -1), 'A'.repeat(43), 'x']) {
    const response = await page.goto(`/order/${wrong}`)
    expect(response?.status()).toBe(404)
    await expect(order.heading).toHaveText('We can’t find this order')
    await expect(page.getByRole('main').getByRole('link', { name: /support@/ })).toBeVisible()
  }
  await expectAccessible(page, 'a link to an unknown order')

  const stranger = await newVisitor()
  await stranger.goto('/success')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('There’s no order in this browser')
  await expect(stranger.getByText('Only Mine')).toBeHidden()
  await expect(new SuccessScreen(stranger).follow).toBeHidden()
})

test(
  'shows a lost connection, keeps the last state, and resumes automatically',
  { tag: '@deep' },
  async ({ page, context, shop, browserErrors }) => {
    browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    const key = await placeOrderForPage(shop, { projectName: 'Tunnel', isPaid: false })
    const order = new OrderPageScreen(page)
    await order.open(key)
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    await order.checkNow.click()
    await expect(order.checkedAt).toBeVisible()
    await context.setOffline(true)
    await order.checkNow.click()
    await expect(order.lost).toBeVisible()
    await expect(order.headline).toHaveText('Not paid yet')
    await context.setOffline(false)
    await expect(order.lost).toBeHidden()
    await expect(page).toHaveURL(`/order/${key}`)
  },
)

test('checks the order and opens the checkout by keyboard', { tag: '@deep' }, async ({ page, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'Keys Only', isPaid: false })
  const order = new OrderPageScreen(page)
  await order.open(key)
  const tabTo = async (name: string) => {
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab')
      if ((await page.locator(':focus').textContent()) === name) return
    }
    throw new Error(`Tab did not reach ${name}`)
  }
  await tabTo('Check now')
  await page.keyboard.press('Enter')
  await expect(order.checkedAt).toBeVisible()
  await expect(order.checkNow).toBeFocused()
  await tabTo('Go to checkout')
  await page.keyboard.press('Enter')
  await expect(new CheckoutScreen(page).heading).toBeVisible()
  await expect(new CheckoutScreen(page).summary).toContainText('$8.97')
})

test(
  'shows the evidence first, and nothing to check, once the order is final',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const key = await placeOrderForPage(shop, { projectName: 'All Done', isPaid: true })
    const order = new OrderPageScreen(page)
    await order.open(key)
    await order.waitUntilFinal()
    await expect(order.checkNow).toHaveCount(0)
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(sections).toHaveText([
      'Where it is recorded',
      'Step by step',
      'Share a proof',
      'Get the badge',
      'Bookmark this private link',
    ])
  },
)

test('prints on one page without backgrounds', { tag: '@deep' }, async ({ page, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'On Paper', isPaid: true })
  const order = new OrderPageScreen(page)
  await order.open(key)
  await order.waitUntilFinal()
  const pdf = await page.pdf({ format: 'A4', printBackground: false })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(order.heading).toBeVisible()
  await expect(order.existed).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(order.evidence).toBeHidden()
})

test(
  'fits widths of 320, 390 and 1280 pixels, and hydrates without layout shifts',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const key = await placeOrderForPage(shop, { projectName: 'Wide', isPaid: false })
    const order = new OrderPageScreen(page)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await order.open(key)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated')
      await expect(order.checkedAt).toBeVisible()
      await expectNoLayoutShift(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)
