import type { Page } from '@playwright/test'
import { administrator } from '@priormark/api/testing/administrator'
import type { Shop } from '@priormark/api/testing/shop-process'
import { LandingScreen, type Details } from '../testing/screens/landing.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { expect, test } from './fixtures.ts'
import { startUnreliableNetwork } from './unreliable-network.ts'
import { sizedWork, textWork } from './work-files.ts'

const allowCookies =
  'Your browser blocks cookies for this site. It needs one to know which file and order are yours. Allow cookies for this site in your browser’s settings, then reload the page.'

const details: Details = {
  firstName: 'Tomás',
  lastName: 'Ferreira',
  email: 'tomas@example.org',
  projectName: 'Lanternfall',
  projectDescription: 'A puzzle game about carrying light.',
}

/** Opens a network to the shop on which cookies can be blocked: their header then has another name. */
async function openNetwork(shop: Shop) {
  const network = await startUnreliableNetwork(shop.url)
  return {
    ...network,
    blockCookies: () => network.damage({ from: '\r\nCookie: ', to: '\r\nXookie: ' }),
  }
}

/** Makes everything throw that a browser refuses where its storage is blocked. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    for (const name of ['serviceWorker', 'locks']) Object.defineProperty(navigator, name, { get: refuse })
  })
}

for (const bytes of [1_000, 2_000_000]) {
  test(`says at the first response of an upload of ${bytes} bytes that cookies are blocked`, async ({
    page,
    shop,
  }, testInfo) => {
    const work = await sizedWork(testInfo, 'song.wav', bytes)
    const network = await openNetwork(shop)
    network.blockCookies()
    const landing = new LandingScreen(page)
    const parts: string[] = []
    page.on('request', (request) => request.url().includes('/parts') && parts.push(request.url()))
    await page.goto(network.url)
    await landing.choose(work.path)
    await expect(landing.toast.urgent).toHaveText(toastText('Upload failed', allowCookies))
    await expect(landing.invitation).toBeVisible()
    expect(parts).toEqual([])

    network.damage(null)
    await landing.upload(work.path)
    await network.close()
  })
}

test('says that cookies are blocked where an order or its checkout needs one, and keeps the input', async ({
  page,
  shop,
  browserErrors,
}, testInfo) => {
  browserErrors.allow(/40\d .*\/api\/create-/)
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const network = await openNetwork(shop)
  const landing = new LandingScreen(page)
  await page.goto(network.url)
  await landing.upload(work.path)
  await landing.fillForm(details)
  network.blockCookies()
  await landing.submit.click()
  await expect(landing.toast.urgent).toHaveText(toastText('Order creation failed', allowCookies))
  await expect(landing.firstName).toHaveValue(details.firstName)
  await expect(landing.seal).toBeVisible()

  await page.goto(`${network.url}/checkout`)
  await expect(landing.toast.urgent).toHaveText(toastText('Checkout Error', allowCookies))
  await network.close()
})

test('takes an order in a browser that blocks its storage', async ({ page }, testInfo) => {
  await blockStorage(page)
  const work = await textWork(testInfo, 'lanternfall.txt', 'the only lantern')
  const landing = new LandingScreen(page)
  await landing.open()
  await landing.orderWith(work.path, details)
  await expect(page.getByText('lanternfall.txt')).toBeVisible()
})

test('logs in to the admin, and says for how long, in a browser that blocks cookies and storage', async ({
  page,
  shop,
}) => {
  await blockStorage(page)
  const network = await openNetwork(shop)
  network.blockCookies()
  const login = new LoginScreen(page)
  await page.goto(`${network.url}/admin/login`)
  await login.submitWith(administrator.username, administrator.password)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('You stay logged in until you reload or close this page.')).toBeVisible()
  await network.close()
})
