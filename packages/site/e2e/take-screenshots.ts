import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumPath } from '@priormark/core/testing/chromium'
import { chromium, expect, type Page } from '@playwright/test'
import { CheckoutScreen } from '../testing/screens/checkout.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LandingScreen } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { startShop } from '@priormark/api/testing/shop-process'

/** `npm run screenshots`: takes the README's screenshots of a demo shop. */

const folder = path.join(import.meta.dirname, 'screenshots')
const shop = await startShop({ program: ['start.js', '--demo'] })
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
const context = await browser.newContext({
  baseURL: shop.url,
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
})
const works = await mkdtemp(path.join(tmpdir(), 'priormark-work-'))
try {
  const visitor = await context.newPage()
  await takeCustomerSide(visitor)
  const administrator = await context.newPage()
  await takeAdminSide(administrator)
} finally {
  await browser.close()
  await shop.stop()
  await rm(works, { recursive: true, force: true })
}

async function takeCustomerSide(page: Page): Promise<void> {
  const landing = new LandingScreen(page)
  const checkout = new CheckoutScreen(page)
  await landing.open()
  await take(page, 'landing')
  const work = path.join(works, 'cedar-song.txt')
  await writeFile(work, 'Under the cedar the radio plays')
  await landing.orderWith(work, {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@example.org',
    projectName: 'Cedar Song',
    projectDescription: 'Lyrics and chords of a song for two voices.',
  })
  await expect(checkout.pay).toBeEnabled()
  await take(page, 'checkout')
}

async function takeAdminSide(page: Page): Promise<void> {
  const dashboard = new DashboardScreen(page)
  const order = new OrderScreen(page)
  await new LoginScreen(page).logIn()
  await dashboard.tab('All Orders').click()
  // Finds orders in every state, but none with letters that fonts may lack.
  await dashboard.search.fill('ar')
  await expect(dashboard.row('Seven Small Machines')).toBeVisible()
  await expect(dashboard.row('Lanternfall')).toBeHidden()
  await take(page, 'dashboard')
  await page.getByRole('link', { name: 'Snow Grammar' }).click()
  await order.event('Blockchain link added').waitFor()
  await take(page, 'order')
}

/** Saves a screenshot as WebP, which is a third of the size of a PNG. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 86 })
  await writeFile(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}
