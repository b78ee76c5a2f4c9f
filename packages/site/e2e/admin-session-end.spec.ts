import type { Page, Route } from '@playwright/test'
import type { Shop } from '@priormark/api/testing/shop-process'
import { linkPaths } from '@priormark/core/staff/people/link-paths'
import { adminApi, placeOrder } from '../testing/shop-api.ts'
import { expect, test } from './fixtures.ts'
import { linkFor } from './mailed-link.ts'
import { pressChord } from './press-chord.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'

// Adds an administrator.
test.use({ isOwnShop: true })

/** Ends the session during the next call to an address, because any other call of the page would notice it first. */
async function endSessionAt(page: Page, shop: Shop, address: RegExp): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('priormark.admin-token'))
  const endSessionFirst = async (route: Route) => {
    const headers = { authorization: `Bearer ${token}` }
    const logout = await fetch(`${shop.url}/api/logout`, { method: 'POST', headers })
    expect(logout.status).toBe(200)
    await route.continue()
  }
  await page.route(address, endSessionFirst, { times: 1 })
}

/** Adds another owner. */
async function addColleague(shop: Shop): Promise<{ username: string; password: string }> {
  const api = await adminApi(shop.url)
  const email = 'colleague@example.org'
  await api.people.invite({ body: { email, role: 'owner' } })
  const [, token = ''] = (await linkFor(shop, email, linkPaths.invitation)).split('#')
  const [username, password] = ['colleague', 'plum-orbit-lantern-seven']
  await api.accountLinks.acceptInvitation({ body: { token, username, newPassword: password } })
  return { username, password }
}

test('redirects to the login when the session ends, and keeps typed text for the same person only', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/401 /)
  const orderId = await placeOrder(shop.url, {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: 'kofi@example.org',
    projectName: 'Tidewheel',
    projectDescription: 'Firmware.',
    fileName: 'tidewheel.c',
    fileText: 'int main(void)',
    isPaid: true,
  })
  const colleague = await addColleague(shop)
  const login = new LoginScreen(page)
  const order = new OrderScreen(page)
  const question = order.question('Refund this order?')
  const amount = question.getByLabel('Amount in USD')
  await login.logInByApi()
  await order.open(orderId)
  await order.note.fill('Called the customer about the name.')
  await order.refund.click()
  await amount.fill('3')
  await endSessionAt(page, shop, /\/api\/admin\/.*\/refunds$/)
  await question.getByRole('button', { name: 'Refund $3.00' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(login.toast.urgent).toHaveText(
    toastText('Authentication Required', 'Your session has expired. Please log in again.'),
  )
  await login.submitWith(colleague.username, colleague.password)
  await expect(page).toHaveURL(`/admin/orders/${orderId}`)
  await expect(order.note, 'of someone else').toHaveValue('')
  await order.refund.click()
  await expect(amount, 'of someone else').toHaveValue('8.97')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await order.note.fill('Asked about the file.')
  await endSessionAt(page, shop, /\/api\/admin\/.*\/notes$/)
  await order.addNote.click()
  await expect(page).toHaveURL('/admin/login')
  await login.submitWith(administrator.username, administrator.password)
  await expect(order.note).toHaveValue('Called the customer about the name.')
  await order.refund.click()
  await expect(amount).toHaveValue('3')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await order.addNote.click()
  await expect(order.event('Note')).toContainText('Called the customer about the name.')
})

test('keeps what was typed in the settings when the session ends, but not after a logout', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/401 /)
  const login = new LoginScreen(page)
  const site = page.getByLabel('Name of the site there')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const logInAgain = async () => {
    await expect(page).toHaveURL('/admin/login')
    await login.submitWith(administrator.username, administrator.password)
  }
  await login.logInByApi()
  await page.goto('/admin/settings/data')
  await site.fill('typed.example')
  await endSessionAt(page, shop, /\/api\/admin\/settings\/data$/)
  await save.click()
  await logInAgain()
  await expect(page).toHaveURL('/admin/settings/data')
  await expect(site).toHaveValue('typed.example')
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto('/admin/settings/legal')
  await page.getByLabel('Text', { exact: true }).fill('## Who we are\n\nTyped.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await endSessionAt(page, shop, /\/api\/admin\/settings\/legal\/terms$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await logInAgain()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('## Who we are\n\nTyped.')

  const dashboard = new DashboardScreen(page)
  await dashboard.logout.click()
  await logInAgain()
  await expect(dashboard.heading).toBeVisible()
  // Within the app: a new page would have nothing that was typed.
  await pressChord(page, 'g', 's')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Legal' }).click()
  await expect(page.getByLabel('Text', { exact: true })).not.toHaveValue(/Typed/)
})

test('sends a post after the login that was being written when the session ended', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/401 /)
  const editor = new PostEditorScreen(page)
  const login = new LoginScreen(page)
  await login.logInByApi()
  await editor.open()
  await editor.title.fill('Written past midnight')
  await editor.content.click()
  await page.keyboard.type('The last words of the day.')
  // The autosave may come before the save.
  await endSessionAt(page, shop, /\/api\/admin\/blog\/posts/)
  await editor.create.click()
  await expect(page).toHaveURL('/admin/login')
  await login.submitWith(administrator.username, administrator.password)
  await expect(page).toHaveURL('/admin/blog')
  const api = await adminApi(shop.url)
  const query = { search: 'The last words of the day' }
  await expect.poll(async () => (await api.blog.adminList({ query })).total).toBe(1)

  await page.getByRole('link', { name: 'Written past midnight' }).click()
  await editor.content.click()
  await page.keyboard.type('And of the next. ')
  await endSessionAt(page, shop, /\/api\/admin\/blog\/posts/)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/admin/login')
  await login.submitWith(administrator.username, administrator.password)
  await expect(page).toHaveURL(/\/admin\/blog\/editor/)
  await expect(editor.content).toContainText('And of the next.')
})

test('says on every screen that opens with a rejected token that the session has expired', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/401 /)
  const orderId = await placeOrder(shop.url, {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@example.org',
    projectName: 'Expired',
    projectDescription: 'A waltz.',
    fileName: 'waltz.txt',
    fileText: 'one two three',
    isPaid: true,
  })
  const login = new LoginScreen(page)
  await login.open()
  for (const path of [
    '/admin',
    '/admin/dashboard',
    '/admin/blog',
    '/admin/blog/editor',
    `/admin/orders/${orderId}`,
    '/admin/blog/images',
  ]) {
    await page.evaluate(() => localStorage.setItem('priormark.admin-token', 'rejected'))
    await page.goto(path)
    await expect(login.heading).toBeVisible()
    await expect(login.toast.urgent, path).toHaveText(
      toastText('Authentication Required', 'Your session has expired. Please log in again.'),
    )
  }
})
