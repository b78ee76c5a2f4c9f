import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { cards, CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { SuccessScreen } from '../testing/screens/success.screen.ts'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'
import { customer } from '../testing/shop-api.ts'

test.use({
  serviceWorkers: 'allow',
  shopOptions: { env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } },
  viewport: { width: 390, height: 844 },
})

/** A phone with a weak signal. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  })
}

test(
  'buys and verifies on a phone with a slow connection, with a declined and then a good card',
  { tag: '@deep' },
  async ({ page, browserErrors }, testInfo) => {
    browserErrors.allow(/402/)
    await slowDown(page)
    const work = testInfo.outputPath('harbour.wav')
    await writeFile(work, randomBytes(600_000))
    const landing = new LandingScreen(page)
    const checkout = new CheckoutScreen(page)
    const success = new SuccessScreen(page)
    const order = new OrderPageScreen(page)

    await landing.open()
    await landing.choose(work)
    // Before the form is filled in, which may take longer than the upload.
    await expect(landing.section.getByText(/left$/)).toBeVisible()
    await landing.fillForm(customer('newcomer'))
    await landing.submit.click()
    await page.waitForURL(/\/checkout\?orderId=/)

    await checkout.cardNumber.waitFor()
    await checkout.payWith(cards.declined)
    await expect(checkout.failure).toHaveText(
      'Payment Failed Your card was declined. You haven’t been charged.',
    )
    await expect(checkout.recordNow).toBeChecked()
    await checkout.cardNumber.fill(cards.succeeds)
    await checkout.pay.click()

    await expect(success.heading).toBeVisible()
    await expect(page.getByText('Payment Failed')).toHaveCount(0)
    await success.follow.click()
    await order.waitUntilFinal()

    const [download] = await Promise.all([page.waitForEvent('download'), order.evidence.click()])
    const evidence = await download.path()
    await page.getByRole('link', { name: 'check it on this site' }).click()
    const verify = new VerifyScreen(page)
    await verify.add(work, evidence)
    await expect(verify.result('MATCHES, NO DATE YET', /test chain/)).toContainText('Harbour Lights')
    await expect(verify.results.getByText('NO MATCH')).toHaveCount(0)
  },
)
