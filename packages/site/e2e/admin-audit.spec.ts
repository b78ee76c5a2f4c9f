import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { AuditLogScreen } from '../testing/screens/audit.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { adminApi, placeOrder } from '../testing/shop-api.ts'

// Counts entries of the audit log, and changes the price.
test.use({ isOwnShop: true })

test('filters the audit log by text, actor, topic and date, and keeps the filter in the address', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/401 .*\/direct\/login/)
  const login = new LoginScreen(page)
  await login.open()
  await login.submitWith('mallory', 'wrong')
  await expect(login.toast.urgent).toContainText('Login failed')
  await login.logInByApi()
  await (await adminApi(shop.url)).price.change({ body: { price: 12.5 } })

  const audit = new AuditLogScreen(page)
  const { entries } = audit
  await audit.open()
  await expect(entries.first()).toContainText('admin changed the price from $8.97 to $12.50')
  await audit.topic.selectOption('Logins')
  await expect(entries.filter({ hasText: 'changed the price' })).toHaveCount(0)
  await expect(page).toHaveURL('/admin/audit?topic=logins')
  await audit.actor.selectOption('admin')
  await expect(entries.filter({ hasText: 'could not log in' })).toHaveCount(0)
  await expect(entries.filter({ hasText: 'logged in' })).not.toHaveCount(0)
  await page.reload()
  await expect(audit.actor).toHaveValue('admin')

  await audit.from.fill('2020-01-01')
  await audit.to.fill('2020-01-31')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await expectAccessible(page, 'the audit log without results')
  await audit.reset.click()
  await expect(page).toHaveURL('/admin/audit')
  await audit.search.fill('unknown name')
  await expect(entries).toHaveCount(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the audit log on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test(
  'tells in words what was done, and links to it while it exists',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const id = await placeOrder(shop.url, {
      firstName: 'Priya',
      lastName: 'Raman',
      email: 'priya@example.org',
      projectName: 'Logged Work',
      projectDescription: 'Six short pieces for solo cello.',
      fileName: 'logged.txt',
      fileText: 'The whole of Logged Work',
      isPaid: true,
    })
    const api = await adminApi(shop.url)
    await api.orders.change({ params: { id }, body: { confirmationEmailSent: true } })
    await api.customerViews.link({ params: { id }, body: { use: 'copy' } })
    await new LoginScreen(page).logInByApi()
    const audit = new AuditLogScreen(page)
    const { entries } = audit
    await audit.open(id)
    await expect(entries.nth(0)).toContainText(
      'admin used the secret link of the order Logged Work: copied it',
    )
    await expect(entries.nth(1)).toContainText(
      'admin changed the order Logged Work: marked the confirmation as sent',
    )
    await entries.nth(0).getByRole('link', { name: 'Logged Work' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Logged Work' })).toBeVisible()
  },
)
