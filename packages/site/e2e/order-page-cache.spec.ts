import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { placeOrderForPage, readOrder } from './order-page-api.ts'
import { OrderPageScreen } from '../testing/screens/order-page.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

test.use({ shopOptions: { env: { ANCHORS: 'embedded', BATCH_SECONDS: '1' } }, serviceWorkers: 'allow' })

/** The addresses with an order's key in the service worker's caches, by cache. */
function cachedPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => `${name} ${new URL(url).pathname}`),
      ),
    )
    return kept.flat().filter((entry) => entry.includes(' /order'))
  })
}

test('keeps the address of the order page out of referrers and search engines', async ({ page, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'Not Cached', isPaid: true })
  const response = await page.goto(`/order/${key}`)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const head = await page.locator('head').innerHTML()
  expect(head).toContain('noindex')
  expect(head).not.toContain('canonical')
  expect(head).not.toContain(key)
})

test('shows the order page offline once it was opened, until the order is erased', async ({
  page,
  context,
  shop,
  browserErrors,
}) => {
  // The page's script came before the service worker too, so offline the page stays as the server rendered it.
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404 |Failed to fetch dynamically imported module/)
  const key = await placeOrderForPage(shop, { projectName: 'Offline Too', isPaid: false })
  const order = new OrderPageScreen(page)
  // The first page of the visit: it came before the service worker was there.
  await order.open(key)
  await expect.poll(() => cachedPages(page)).toEqual([`priormark-order-pages /order/${key}`])
  await context.setOffline(true)
  await page.reload()
  await expect(order.heading).toHaveText('Offline Too')
  await expect(order.steps).toHaveCount(4)
  await page.goto(`/order/${'A'.repeat(43)}`)
  await expect(page).toHaveTitle('You’re offline')

  await context.setOffline(false)
  const { orderId: id } = await readOrder(shop, key)
  const email = 'offline-too@example.org'
  await (await adminApi(shop.url)).customers.erase({ params: { id }, body: { email } })
  await order.open(key)
  await expect(order.heading).toHaveText('We can’t find this order')
  await expect.poll(() => cachedPages(page)).toEqual([])
})
