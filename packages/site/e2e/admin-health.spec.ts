import type { Shop } from '@priormark/api/testing/shop-process'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { HealthScreen } from '../testing/screens/health.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { adminApi, placeOrder } from '../testing/shop-api.ts'

test.describe('with an unreachable mail server', () => {
  // A closed port, so every email fails at once.
  test.use({ shopOptions: { env: { SMTP_URL: 'smtp://127.0.0.1:9' } } })

  /** Pays an order, and waits until its email has failed. */
  async function failEmail(shop: Shop, projectName: string): Promise<void> {
    await placeOrder(shop.url, {
      firstName: 'Sanna',
      lastName: 'Lindqvist',
      email: 'sanna@example.org',
      projectName,
      projectDescription: 'Twelve lessons.',
      fileName: 'snow.md',
      fileText: 'Det snöar',
      isPaid: true,
    })
    const { monitoring } = await adminApi(shop.url)
    const failedMails = async () => (await monitoring.health()).failedMails.map((mail) => mail.projectName)
    await expect.poll(failedMails).toContain(projectName)
  }

  for (const width of [390, 1280]) {
    test(
      `opens the issues from the menu, at ${width} px`,
      { tag: width === 390 ? [] : ['@deep'] },
      async ({ page, shop }) => {
        await page.setViewportSize({ width, height: 900 })
        await failEmail(shop, `Snow Grammar ${width}`)
        await new LoginScreen(page).logInByApi()
        await page.goto('/admin/dashboard')
        const opener = width === 390 ? 'Menu' : 'System'
        await page.getByRole('button', { name: new RegExp(`^${opener}( \\(\\d+ issues?\\))?$`) }).click()
        await page.getByRole('link', { name: /^Health \(\d+ issues?\)$/ }).click()
        await expect(page).toHaveURL('/admin/health')
        const health = new HealthScreen(page)
        await expect(health.issue('Sample content is still in place')).toBeVisible()
        await expect(health.issue('The shop is not served over https')).toBeVisible()
        await expect(health.unpaidFiles).toContainText(/of 19\.53 GB/)
        await expect(health.sendAgain('confirmation', `Snow Grammar ${width}`)).toBeVisible()
        await expectAccessible(page, 'the health issues')
      },
    )
  }

  test('sends a failed email again', { tag: '@deep' }, async ({ page, shop, browserErrors }) => {
    await failEmail(shop, 'Snow Verbs')
    await new LoginScreen(page).logInByApi()
    const health = new HealthScreen(page)
    await health.open()
    // The server responds with 409 while it is retrying the email itself, so a person clicks again.
    browserErrors.allow(/409 .*\/send-again/)
    await expect(async () => {
      const response = page.waitForResponse(/\/send-again$/)
      await health.sendAgain('confirmation', 'Snow Verbs').click()
      expect((await response).ok()).toBe(true)
    }).toPass()
    await expect(page.getByText('Email queued')).toBeVisible()
  })
})

test.describe('before the shop opens', () => {
  test.use({ isOwnShop: true, viewport: { width: 1440, height: 900 } })

  test('the list leads to what is missing, a backup is made, and all checks run', async ({ page }) => {
    await new LoginScreen(page).logInByApi()
    await page.goto('/admin/dashboard')
    const list = page.getByRole('list', { name: 'Before you open' })
    const legal = list.getByRole('listitem').filter({ hasText: 'Terms and privacy read' })
    await expect(legal, 'unfolded in a shop without orders').toContainText('To do')
    await expect(legal.getByRole('link')).toHaveText(['Terms', 'Privacy', 'Change them'])
    await legal.getByRole('button', { name: 'I have read both' }).click()
    await expect(legal).toContainText('Done')
    await expectAccessible(page, 'the list before opening')

    await list.getByRole('link', { name: 'Backups' }).click()
    await page.getByLabel('How often').selectOption('Daily')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByRole('region', { name: 'Backups of this shop' })).toContainText('Complete.')
    await page.goto('/admin/dashboard')
    await expect(list.getByRole('listitem').filter({ hasText: 'Backups' })).toContainText('Done')

    await new HealthScreen(page).open()
    await page.getByRole('button', { name: 'Run all checks' }).click()
    await expect(page.getByRole('list', { name: 'Variables' })).toContainText('All variables are valid.')
    await expect(page.getByRole('list', { name: 'Backups' })).toContainText('less than a day old')
    await expectAccessible(page, 'the checks')
    await page
      .getByRole('list', { name: 'Emails', exact: true })
      .getByRole('link', { name: 'Mail server' })
      .click()
    await expect(page.getByLabel('Encryption', { exact: true })).toBeVisible()
  })

  test('a health issue leads to the field that it names', async ({ page }) => {
    await new LoginScreen(page).logInByApi()
    await new HealthScreen(page).open()
    await page.getByRole('link', { name: 'Change the support email' }).click()
    await expect(page.getByLabel('Support email')).toBeFocused()
  })
})
