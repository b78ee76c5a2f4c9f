import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { mockOrder, placeOrderForPage, readOrder } from './order-page-api.ts'

test.use({ timezoneId: 'America/New_York' })

test('shows when a work will be recorded in the reader’s time zone, and starts at the customer’s request', async ({
  page,
  shop,
}) => {
  const key = await placeOrderForPage(shop, { projectName: 'Start Later', isPaid: true })
  const waiting = { startsAt: '2026-12-06T13:05:00.000Z', recordedBy: '2026-12-08T13:05:00.000Z' }
  const order = await mockOrder(page, { ...(await readOrder(shop, key)), ...waiting })
  await page.goto(`/order/${key}`)
  await page.getByRole('link', { name: 'Check now' }).click()
  const start = page.getByRole('button', { name: 'Start right away' })
  await expect(start).toHaveAccessibleDescription(/I lose my 14-day right to cancel/)
  await expect(page.getByText('We start on')).toContainText('We start on Sun, Dec 6, 8:05 AM EST')
  await expect(page.getByText('We start on')).toContainText('by Tue, Dec 8, 8:05 AM EST.')
  await expectAccessible(page, 'an order that can be started')

  const requested = page.waitForRequest('/api/request-start')
  // Not before the click: a check of the page itself would remove the button.
  await page.route('/api/request-start', async (route) => {
    order.set({ startsAt: null, recordedBy: '2026-11-24T13:05:00.000Z' })
    await route.continue()
  })
  await start.click()
  const request = await requested
  expect(request.postDataJSON()).toMatchObject({ key })
  expect((await request.response())?.status()).toBe(200)
  await expect(page.getByText('We’ll record it by Tue, Nov 24, 8:05 AM EST.')).toBeVisible()
  await expect(start).toBeHidden()
})

test('says so and what to do if the promised date has passed', { tag: '@deep' }, async ({ page, shop }) => {
  const key = await placeOrderForPage(shop, { projectName: 'Slow Freight', isPaid: true })
  await mockOrder(page, {
    ...(await readOrder(shop, key)),
    startsAt: null,
    recordedBy: '2026-11-20T13:05:00.000Z',
    isLate: true,
  })
  await page.goto(`/order/${key}`)
  await page.getByRole('link', { name: 'Check now' }).click()
  const late = page.getByText('We’re sorry, this is late')
  await expect(late).toContainText('we promised to record it by Fri, Nov 20, 8:05 AM EST.')
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toContainText(
    /^Paid, done[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[DS]T$/,
  )
  await expect(late.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByText('We’ll record it by')).toHaveCount(0)
  await expect(page.getByText('not yet recorded')).toBeVisible()
})
