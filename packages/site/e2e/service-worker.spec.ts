import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens the landing page and waits until the service worker controls it. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

test('registers on load with the whole site as its scope', async ({ page, shop }) => {
  await waitForServiceWorker(page)
  const registration = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope, script: active?.scriptURL }
  })
  expect(registration).toEqual({ scope: `${shop.url}/`, script: `${shop.url}/sw.js` })
})

test('shows the landing page offline, and a notice for other pages', async ({
  context,
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Secure your ideas on the blockchain in minutes',
  )
  await page.goto('/terms')
  await expect(page).toHaveTitle('You’re offline')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions')
})

test('does not respond to API calls, and stores nothing of the admin for visitors', async ({
  context,
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|40[14] /)
  await waitForServiceWorker(page)
  const responses: [string, boolean][] = []
  page.on('response', (response) =>
    responses.push([new URL(response.url()).pathname, response.fromServiceWorker()]),
  )
  for (const path of ['/terms', '/admin/login', '/checkout', '/api/service-price', '/api/my-order']) {
    await page.goto(path, { waitUntil: 'load' })
  }
  const byWorker = responses.filter(([, isByWorker]) => isByWorker).map(([path]) => path)
  expect(byWorker, 'the worker does respond to other pages').toContain('/terms')
  expect(byWorker.filter((path) => /^\/(api|__stripe)(\/|$)/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.goto('/admin/login')
  await expect(page).toHaveTitle('You’re offline')
  await expect(page.goto('/api/service-price')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('shows our page for an offline checkout', { tag: '@deep' }, async ({ context, page, browserErrors }) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.goto('/checkout?orderId=0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60')
  await expect(page).toHaveTitle('You’re offline')
})
