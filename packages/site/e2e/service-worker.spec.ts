import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Waits until the worker of the site is at work for this page. */
async function workerAtWork(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

test('The worker is registered on load and takes care of the whole site', async ({ page, shop }) => {
  await workerAtWork(page)
  const registration = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready
    return { scope, script: active?.scriptURL }
  })
  expect(registration).toEqual({ scope: `${shop.url}/`, script: `${shop.url}/sw.js` })
})

test('Without a network the landing page is still there, and other pages say why they are not', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await workerAtWork(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Secure your ideas on the blockchain in minutes',
  )
  await page.goto('/terms')
  await expect(page).toHaveTitle('You are offline')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions')
})

test('Calls, the admin and the checkout are never answered by the worker', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|40[14] /)
  await workerAtWork(page)
  const answers: [string, boolean][] = []
  page.on('response', (response) =>
    answers.push([new URL(response.url()).pathname, response.fromServiceWorker()]),
  )
  for (const path of ['/terms', '/admin/login', '/checkout', '/api/service-price', '/api/my-order']) {
    await page.goto(path, { waitUntil: 'load' })
  }
  const byWorker = answers.filter(([, isByWorker]) => isByWorker).map(([path]) => path)
  expect(byWorker, 'the worker does answer what is its own').toContain('/terms')
  expect(byWorker.filter((path) => /^\/(api|admin|checkout|__stripe)(\/|$)/.test(path))).toEqual([])

  await context.setOffline(true)
  for (const path of ['/api/service-price', '/admin/login', '/checkout']) {
    await expect(page.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  }
})
