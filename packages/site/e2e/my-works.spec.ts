import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { placeOrderForPage } from './order-page-api.ts'

test('emails the links to a customer who has lost them', async ({ page, shop, browserErrors }) => {
  browserErrors.allow(/400/)
  const key = await placeOrderForPage(shop, { projectName: 'Lost Link', isPaid: true })
  await page.goto('/')
  await page.getByRole('link', { name: 'My works' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My works')
  const email = page.getByLabel('Email', { exact: true })
  const send = page.getByRole('button', { name: 'Email me my links' })
  await email.fill('not an address')
  await send.click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expectAccessible(page, 'My works with an error')

  await email.fill('lost-link@example.org')
  await send.click()
  await expect(page.getByText('If there are orders for lost-link@example.org')).toBeVisible()
  const mailed = async () =>
    (await shop.mails())
      .map((mail) => mail.replaceAll('=\r\n', ''))
      .filter((mail) => mail.includes('The links to your works'))
      .join('')
  await expect.poll(mailed).toContain(`/order/${key}`)
})
