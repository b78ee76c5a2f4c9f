import { readFile } from 'node:fs/promises'
import { placeTestOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { tabDownload } from './tab-download.ts'
import { toastText } from '../testing/screens/toast.screen.ts'

const explorer = `https://example.org/tx/0x${'12'.repeat(32)}`

test('downloads the uploaded file in a new tab', async ({ page, shop }) => {
  await placeTestOrder(shop.url, 'Kept Work')
  await new LoginScreen(page).logInByApi()
  const dashboard = new DashboardScreen(page)
  await dashboard.open()
  const downloading = tabDownload(page)
  await dashboard.runAction('Kept Work', 'Download File')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Kept Work.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('The whole of Kept Work')
})

test(
  'shows an error if the file cannot be downloaded',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/503 .*\/file/)
    const id = await placeTestOrder(shop.url, 'Missing Work')
    await new LoginScreen(page).logInByApi()
    await page.route('**/file', (route) => route.fulfill({ status: 503, body: '{}' }))
    const order = new OrderScreen(page)
    await order.open(id)
    await order.download.click()
    await expect(order.toast.urgent).toHaveText(toastText('Download failed', 'Could not download the file'))
  },
)

test('shows an order’s details and fulfills it step by step', async ({ page, shop }) => {
  const id = await placeTestOrder(shop.url, 'Whole Work', { isPaid: false })
  await new LoginScreen(page).logInByApi()
  const order = new OrderScreen(page)
  await order.open(id)
  await expect(order.heading('Whole Work')).toBeVisible()
  await expect(order.details).toContainText('whole.work@example.org')
  await expect(order.event('Order created')).toContainText('customer')
  await order.tab('Project Details').click()
  await expect(order.details).toContainText('Six short pieces for solo cello.')
  await expect(order.details).toContainText('Whole Work.txt')
  await expect(order.details).toContainText('23 Bytes')

  await order.tab('Order Progress').click()
  await expect(order.markFulfillment).toBeDisabled()
  await expect(order.saveLink).toBeDisabled()
  await order.markPaid.click()
  const asked = page.getByRole('dialog', { name: 'Mark this order as paid?' })
  await asked.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(asked).toBeHidden()
  await expect(order.markPaid).toBeHidden()
  await expect(order.event('Payment confirmed')).toContainText('admin')

  await order.link.fill('nonsense')
  await order.saveLink.click()
  await expect(order.link).toHaveAttribute('aria-invalid', 'true')
  await expect(order.link).toHaveValue('nonsense')
  await order.link.fill(explorer)
  await order.saveLinkAndConfirm()
  await expect(order.event('Blockchain link added')).toContainText(explorer)
  // The list of where the order is recorded has it too.
  const link = order.details.getByRole('link', { name: explorer }).first()
  await expect(link).toBeVisible()
  await page.reload()
  await expect(link, 'the address keeps the tab').toBeVisible()

  await order.note.fill('Link checked.')
  await order.addNote.click()
  await expect(order.event('Link checked.')).toContainText('admin')
  await expect(order.note).toHaveValue('')
  await order.back.click()
  await expect(page).toHaveURL('/admin/dashboard')
})
