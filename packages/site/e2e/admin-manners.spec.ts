import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pressChord } from './press-chord.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { keepToasts, keptToastMs } from '../testing/keep-toasts.ts'
import { adminApi } from '../testing/shop-api.ts'

const afterToastMs = keptToastMs + 1_000

/** Installs a clock whose timers, too, keep toasts. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install()
  await keepToasts(page.context())
}

test('says of a missing order that it does not exist', async ({ page, browserErrors }) => {
  browserErrors.allow(/404 .*\/api\/admin\/orders\//)
  await new LoginScreen(page).logInByApi()
  await new OrderScreen(page).open('00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This order doesn’t exist.')).toBeVisible()
  await expect(page.getByText('Failed to load order details.')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
})

test('offers to reload a screen whose code does not load', async ({ page, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const code = /\/assets\/HealthScreen-.*\.js/
  await new LoginScreen(page).logInByApi()
  await page.route(code, (route) => route.abort())
  await page.goto('/admin/health')
  await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible()
  await expect(page.getByText('Nothing you saved is lost.')).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
})

test('goes to every screen by keys', { tag: '@deep' }, async ({ page }) => {
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await expect(dashboard.heading).toBeVisible()
  const screens = [
    ['h', 'Health'],
    ['i', 'Blog Images'],
    ['d', 'History'],
    ['n', 'Create New Post'],
  ] as const
  for (const [key, heading] of screens) {
    await pressChord(page, 'g', key)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
})

test(
  'shows a toast where it covers no button, and ends it under a resting pointer',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const api = await adminApi(shop.url)
    const { price } = await api.price.read()
    await page.setViewportSize({ width: 1440, height: 900 })
    await installClock(page)
    await new LoginScreen(page).logInByApi()
    const dashboard = new DashboardScreen(page)
    await dashboard.open()
    await expect(dashboard.price).toHaveValue(price.toFixed(2))
    await dashboard.updatePrice.click()
    const toast = dashboard.toast.polite.locator('> *')
    await expect(toast).toContainText('Price updated')
    const box = await toast.boundingBox()
    expect(box).not.toBeNull()
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    // All at once, because the list of orders may still be loading.
    const controls = await page.locator('button:visible, a:visible, input:visible').evaluateAll((all) =>
      all.map((control) => ({
        name: control.getAttribute('aria-label') ?? control.textContent,
        box: control.getBoundingClientRect().toJSON() as DOMRect,
      })),
    )
    const covered = controls
      .filter(
        ({ name, box: other }) =>
          name !== 'Dismiss' &&
          other.left < x + width &&
          other.right > x &&
          other.top < y + height &&
          other.bottom > y,
      )
      .map(({ name }) => name)
    expect(covered, 'controls under the toast').toEqual([])

    // The next toast appears under the pointer, which then rests.
    await dashboard.toast.dismiss.click()
    await page.mouse.move(x + width / 2, y + height / 2)
    await dashboard.updatePrice.press('Enter')
    await expect(toast).toContainText('Price updated')
    await page.clock.fastForward(afterToastMs)
    await expect(toast).toHaveCount(0)
  },
)

test('keeps a toast while the pointer is moved onto it', { tag: '@deep' }, async ({ page }) => {
  await installClock(page)
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  await dashboard.price.fill('0')
  await dashboard.updatePrice.click()
  await dashboard.toast.urgent.getByText('Invalid price').hover()
  await page.clock.fastForward(afterToastMs)
  await expect(dashboard.toast.urgent).toContainText('Invalid price')
  await page.mouse.move(2, 400)
  await page.clock.fastForward(afterToastMs)
  await expect(dashboard.toast.urgent).toBeEmpty()
})
