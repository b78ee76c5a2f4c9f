import { randomUUID } from 'node:crypto'
import { customerApi } from '@priormark/api/testing/customer-api'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { linkFor } from './mailed-link.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { OrderScreen } from '../testing/screens/order.screen.ts'
import { PeopleScreen } from '../testing/screens/people.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi, placeOrder } from '../testing/shop-api.ts'
import { untilIdle } from './until-idle.ts'

// Shows the orders and the post that it makes.
test.use({ isOwnShop: true })

const widths = [390, 1024, 1440]
const password = 'plum-orbit-lantern-seven'

/** Expects that a page does not scroll sideways and is accessible at every width in light and dark. */
async function expectToFit(page: Page, state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const shown = `${state} at ${width} px`
    // Cards replace a table a moment later.
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(scrollWidth, { message: shown }).toBe(width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${shown} in ${colorScheme}`)
    }
  }
}

async function expectScreensToFit(page: Page, paths: readonly string[], who: string): Promise<void> {
  for (const path of paths) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilIdle(page)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectToFit(page, `${path} of ${who}`)
  }
}

function placeWideOrder(url: string, projectName: string, card = 'pm_card_visa'): Promise<string> {
  return placeOrder(url, {
    firstName: 'Wilhelmina',
    lastName: 'Featherstonehaugh',
    email: 'wilhelmina.featherstonehaugh@example.org',
    projectName,
    projectDescription: 'Words.',
    fileName: 'an-unbroken-file-name-that-does-not-fit-a-phone-at-all.txt',
    fileText: projectName,
    isPaid: true,
    card,
  })
}

const title = 'A title that is much longer than any column of a list is wide'

test(
  'no screen of the admin scrolls sideways or is hard to read, on a phone, a tablet or a wide window, in light or dark',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const api = await adminApi(shop.url)
    const orderId = await placeWideOrder(shop.url, title)
    const refundedId = await placeWideOrder(shop.url, `${title}, refunded`)
    const disputedId = await placeWideOrder(shop.url, `${title}, disputed`, 'pm_card_createDispute')
    await api.orderPayments.refund({
      params: { id: refundedId },
      body: { id: randomUUID(), amount: 8.97, reason: 'duplicate' },
    })
    const stateOf = async (id: string) => (await api.orders.read({ params: { id } })).paymentState
    await expect.poll(() => stateOf(refundedId)).toBe('refunded')
    await expect.poll(() => stateOf(disputedId)).toBe('disputed')
    const postId = await createPost(shop.url, { title: 'Wide and narrow', slug: 'wide', status: 'published' })
    await new LoginScreen(page).logInByApi()
    const paths = [
      'dashboard',
      'dashboard?search=nothing',
      'dashboard?tab=refunded',
      'dashboard?tab=disputed',
      ...[orderId, refundedId, disputedId].flatMap((id) => [`orders/${id}`, `orders/${id}?tab=progress`]),
      'blog',
      `blog/editor?id=${postId}`,
      `blog/views?id=${postId}`,
      'blog/views',
      'blog/images',
      'blog/topics',
      'blog/history',
      'statements',
      'anchors',
      'audit',
      'health',
      'health/backups',
      'people',
      'settings',
      'settings/shop',
      'settings/legal',
      'settings/legal/privacy',
      'settings/email',
      'settings/data',
      'settings/time-zone',
      'account',
    ]
    await expectScreensToFit(page, paths, 'an owner')
  },
)

test(
  'the table of posts leaves room for titles beside a scheduled date, down to where it becomes cards',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const scheduledAt = '2099-11-26T20:20:00.000Z'
    await createPost(shop.url, { title, slug: 'scheduled', scheduledAt })
    await createPost(shop.url, { title: 'With every button', slug: 'buttons', status: 'published' })
    await new LoginScreen(page).logInByApi()
    for (const width of [861, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin/blog')
      const cell = page.getByRole('cell').filter({ hasText: title })
      await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Publishes')
      expect((await cell.boundingBox())?.width).toBeGreaterThan(200)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test(
  'the toolbar of a scrolled post and the tabs of the settings follow the width of the window',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const content = '<p>A line of a long post.</p>'.repeat(80)
    const id = await createPost(shop.url, { title: 'Long', slug: 'long', content })
    await new LoginScreen(page).logInByApi()
    await page.setViewportSize({ width: 1440, height: 900 })
    const editor = new PostEditorScreen(page)
    await editor.open(id)
    await editor.content.getByText('A line').last().scrollIntoViewIfNeeded()
    const toolbar = page.getByRole('toolbar', { name: 'Editor toolbar' })
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const excess = async () =>
        ((await toolbar.boundingBox())?.width ?? 0) - ((await editor.content.boundingBox())?.width ?? 0)
      await expect.poll(async () => Math.abs(await excess()), { message: `at ${width} px` }).toBeLessThan(4)
    }

    await page.goto('/admin/settings/services')
    const tab = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Services' })
    await expect(tab).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(tab).toBeInViewport({ ratio: 0.9 })
  },
)

test(
  'no dialog of the admin scrolls the page sideways or is hard to read at any width, in light or dark',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const orderId = await placeWideOrder(shop.url, `${title}, linked`)
    await new LoginScreen(page).logInByApi()
    const order = new OrderScreen(page)
    await order.open(orderId)
    await order.refund.click()
    await expect(order.question('Refund this order?')).toContainText('nothing more can be refunded')
    await expectToFit(page, 'the refund dialog')

    const dashboard = new DashboardScreen(page)
    await dashboard.open()
    await dashboard.runAction(`${title}, linked`, 'Add Blockchain Link')
    await expect(dashboard.linkDialog).toContainText('This emails the customer now')
    await expectToFit(page, 'the dialog for a link')

    const people = new PeopleScreen(page)
    await people.open()
    await people.invite.click()
    await expect(people.email).toBeFocused()
    await expectToFit(page, 'the dialog for an invitation')
  },
)

test(
  'no screen of an order manager or a blog writer scrolls sideways or is hard to read, at any width, in light or dark',
  { tag: '@deep' },
  async ({ shop, newVisitor, browserErrors }) => {
    // What the role does not include.
    browserErrors.allow(/403 /)
    const orderId = await placeWideOrder(shop.url, title)
    const postId = await createPost(shop.url, {
      title: 'Narrow and wide',
      slug: 'narrow',
      status: 'published',
    })
    const api = await adminApi(shop.url)
    const screens = {
      orders: ['dashboard', `orders/${orderId}`, 'anchors', 'blog', 'account'],
      blog: ['blog', `blog/editor?id=${postId}`, 'blog/topics', 'people', 'account'],
    } as const
    for (const role of ['orders', 'blog'] as const) {
      const email = `${role}@example.org`
      await api.people.invite({ body: { email, role } })
      const link = await linkFor(shop, email, '/admin/invitation')
      const page = await newVisitor()
      await page.goto(link)
      await expect(page.getByLabel('Username')).toBeVisible()
      await expectToFit(page, `the invitation for ${role}`)
      const token = link.slice(link.indexOf('#') + 1)
      await customerApi(shop.url).accountLinks.acceptInvitation({
        body: { token, username: role, newPassword: password, authorName: '' },
      })
      await new LoginScreen(page).logInByApi({ username: role, password })
      await expectScreensToFit(page, screens[role], `the role ${role}`)
    }
  },
)
