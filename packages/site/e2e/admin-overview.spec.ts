import { readFile } from 'node:fs/promises'
import { cases } from '@priormark/core/testing/depth'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { adminApi, placeTestOrder } from '../testing/shop-api.ts'

// Counts orders and income.
test.use({ isOwnShop: true })

test('shows what came in, counts the tabs, and filters list and CSV by day', async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Open Work', { isPaid: false })
  const api = await adminApi(shop.url)
  const done = await placeTestOrder(shop.url, 'Done Work')
  await api.orders.change({
    params: { id: done },
    body: { blockchainLink: 'https://example.org/tx/0x12', status: 'completed' },
  })
  await placeTestOrder(shop.url, 'Paid Work')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  const overview = page.getByRole('table', { name: 'Overview' })
  // Midnight may come after an order, so what came in today is left open.
  await expect(overview.getByRole('row')).toHaveText([
    'FigureTodayLast 7 daysLast 30 days',
    /^Ordered[0-3]33$/,
    /^Paid[0-2]22$/,
    /^Income\$\d+\.\d\d\$17\.94\$17\.94$/,
    'Refunds$0.00$0.00$0.00',
    'Disputes$0.00$0.00$0.00',
    /^Stripe’s fees\$\d\.\d\d\$1\.12\$1\.12$/,
    /^Net\$\d+\.\d\d\$16\.82\$16\.82$/,
    /^Recorded[01]11$/,
    /^Payment to proof.+\d min\d min$/,
  ])
  const months = page.getByRole('table', { name: 'Income by month' }).getByRole('row')
  await expect(months).toHaveCount(12)
  await expect(
    page.getByText(
      /^\w+ \d{4} so far: income \$17\.94, refunds \$0\.00, Stripe’s fees \$1\.12, net \$16\.82\.$/,
    ),
  ).toBeVisible()
  await expect(months.last()).toContainText('$17.94')
  // Last month's net: open the list, and choose the month.
  await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByText(/^\w+ \d{4}: income \$0\.00, refunds \$0\.00, net \$0\.00\.$/)).toBeVisible()
  await page.getByLabel('Month', { exact: true }).selectOption({ index: 0 })
  await page.getByRole('link', { name: 'Statement' }).click()
  const total = page.getByRole('row', { name: /^Total/ })
  await expect(total).toHaveText('Total$17.94$0.00$0.00−$1.12$16.82')
  const statement = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await statement).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.csv$/)
  await page.getByLabel('Period', { exact: true }).selectOption('UK tax year')
  await expect(page.getByRole('heading', { name: /^Tax year \d{4}\/\d\d$/ })).toBeVisible()
  await expect(total).toHaveText('Total$17.94$0.00$0.00−$1.12$16.82')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(dashboard.tab('To Fulfill')).toHaveText('To Fulfill1')
  await expect(dashboard.tab('All Orders')).toHaveAccessibleDescription('3')

  await dashboard.tab('All Orders').click()
  await dashboard.search.fill('Done Work')
  await expect(dashboard.orders.getByRole('link')).toHaveText(['Done Work'])
  await expect(page).toHaveURL(/\?search=Done/)
  await dashboard.search.fill('')
  await expect(dashboard.orders.getByRole('link')).toHaveCount(3)
  await page.getByLabel('To', { exact: true }).pressSequentially('01312020')
  await expect(dashboard.noOrders).toBeVisible()
  await expect(dashboard.tab('All Orders')).toHaveText('All Orders0')
  await expect(page).toHaveURL('/admin/dashboard?tab=all&to=2020-01-31')
  const download = page.waitForEvent('download')
  const exportCsv = page.getByRole('button', { name: 'Export CSV' })
  await expect(exportCsv).toHaveAccessibleDescription(
    'Exports 0 orders: All Orders, ordered to Jan 31, 2020.',
  )
  await exportCsv.click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(1)
  expect((await download).suggestedFilename()).toBe('orders-all-until-2020-01-31.csv')
  await page.getByLabel('From', { exact: true }).fill('2020-02-01')
  await expect(page.getByLabel('From', { exact: true })).toHaveAccessibleDescription(
    'The first day is after the last one.',
  )
  await page.getByRole('button', { name: 'All days' }).click()
  await expect(dashboard.orders.getByRole('link')).toHaveCount(3)
  await dashboard.tab('Paid').click()
  await expect(exportCsv).toHaveAccessibleDescription(
    'Exports 1 order: Paid (not Completed), ordered on any day.',
  )
  await page.getByRole('button', { name: 'Show everything that was paid' }).click()
  await expect(dashboard.orders.getByRole('link')).toHaveCount(2)
  await expect(exportCsv).toHaveAccessibleDescription('Exports 2 orders: All Orders, paid on any day.')
})

test(
  'is accessible and fits every width, light and dark',
  { tag: '@deep' },
  async ({ newVisitor, shop }, testInfo) => {
    await placeTestOrder(shop.url, 'Shown Work')
    const page = await newVisitor({ reducedMotion: 'reduce' })
    await new LoginScreen(page).logInByApi()
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await new DashboardScreen(page).open()
      await expect(page.getByRole('table', { name: 'Overview' })).toBeVisible()
      await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Shown Work' })).toBeVisible()
      const usual = width === 390 ? 'dark' : 'light'
      // A deep run has every pair.
      for (const colorScheme of cases<('light' | 'dark')[]>({ normal: [usual], deep: ['light', 'dark'] })) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `the dashboard at ${width} in ${colorScheme}`)
        const body = await page.screenshot()
        await testInfo.attach(`dashboard-${width}-${colorScheme}`, { body, contentType: 'image/png' })
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test('keeps what a person is about to click where it is when the rest of the dashboard arrives', async ({
  page,
  shop,
}) => {
  await placeTestOrder(shop.url, 'Still Work')
  await new LoginScreen(page).logInByApi()
  const rest = await holdRequests(page, /\/api\/admin\/(overview|blog\/views|order-counts|health)/)
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  const targets = [dashboard.actionsOf('Still Work'), dashboard.tab('Disputed'), dashboard.logout]
  await expect(dashboard.actionsOf('Still Work')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const places = () => Promise.all(targets.map((target) => target.boundingBox()))
  const before = await places()
  await expect(page.getByLabel('Loading the overview')).toBeVisible()
  rest.release()
  await expect(page.getByRole('table', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: /views in the last 30 days/ })).toBeVisible()
  await expect(dashboard.tab('Paid')).toHaveAccessibleDescription(/^\d$/)
  expect(await places()).toEqual(before)
})

test(
  'shows nothing below the orders on a phone until they are there, so that nothing jumps',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await new LoginScreen(page).logInByApi()
    const orders = await holdRequests(page, '**/api/admin/direct/orders?*')
    await new DashboardScreen(page).open()
    await expect(page.getByLabel('Loading orders')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Overview' })).not.toBeInViewport()
    orders.release()
    await expect(page.getByLabel('Loading orders')).toBeHidden()
  },
)
