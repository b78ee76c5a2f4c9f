import type { Page } from '@playwright/test'
import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { BlogScreen } from '../testing/screens/blog.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { PostScreen } from '../testing/screens/post.screen.ts'
import { createImage } from '../testing/test-image.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { adminApi } from '../testing/shop-api.ts'

// Lists all published posts.
test.use({ isOwnShop: true })

test('publishes from the menu and stays, after asking for descriptions of images', async ({ page, shop }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Published in place')
  await editor.content.click()
  await page.keyboard.type('Look:')
  const choosing = page.waitForEvent('filechooser')
  await editor.tool('Upload image from computer').click()
  await (await choosing).setFiles(await createImage(page, 'described'))
  await expect(editor.content.locator('img[src^="/media/"]')).toBeVisible()
  await editor.publish('Publish now')
  const asked = page.getByRole('dialog', { name: 'Describe the images' })
  await asked.getByLabel('Description').fill('A word on green')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(editor.toast.polite).toContainText('Post published')
  await expect(editor.toast.polite.getByRole('link', { name: 'View post' })).toBeVisible()
  await expect(editor.button('View post')).toBeVisible()
  await expect(page).toHaveURL(/\/editor\?id=/)
  const api = await adminApi(shop.url)
  const { content } = await api.blog.bySlug({ params: { slug: 'published-in-place' } })
  expect(content).toContain('alt="A word on green"')

  await editor.content.press('Enter')
  const choosingAnother = page.waitForEvent('filechooser')
  await editor.tool('Upload image from computer').click()
  await (await choosingAnother).setFiles(await createImage(page, 'added later'))
  await expect(editor.content.locator('img[src^="/media/"]')).toHaveCount(2)
  await editor.publish('Update the post')
  await asked.getByLabel('Description').fill('Another word')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(editor.toast.polite).toContainText('Post updated')

  await editor.publish('Unpublish')
  await expect(editor.toast.polite).toContainText('Saved.')
  await expect(editor.button('View post')).toBeHidden()
  await editor.publish('Schedule…')
  const schedule = page.getByRole('dialog', { name: 'Schedule the post' })
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(schedule.getByLabel('Schedule for')).toHaveAccessibleDescription('Choose a day')
  await expectAccessible(page, 'the question when to publish')
  await schedule.getByLabel('Schedule for').fill('2099-03-01')
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(editor.toast.polite).toContainText('Post scheduled')
  await expect(editor.toast.polite).toContainText('Publishes Mar 1, 2099')
})

/** The server checks the schedule once a minute, and may have just done so. */
const scheduleMs = 150_000

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

/** Returns the local time as the value of a date field: '2026-03-01T09:30'. */
function currentFieldValue(page: Page): Promise<string> {
  return page.evaluate(() => {
    const now = new Date()
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    return local.toISOString().slice(0, 16)
  })
}

test('saves the publication date with the draft', { tag: '@deep' }, async ({ page, shop }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Next year')
  await editor.setData('<p>Not yet.</p>')
  await editor.schedule('2099-03-01T09:30')
  await editor.create.click()
  await expect(page).toHaveURL('/admin/blog')
  const api = await adminApi(shop.url)
  const [found] = (await api.blog.adminList({ query: { search: 'Next year' } })).posts
  const scheduledAt = await page.evaluate(() => new Date(2099, 2, 1, 9, 30).toISOString())
  expect(await api.blog.read({ params: { id: found?.id ?? '' } })).toMatchObject({
    status: 'draft',
    scheduledAt,
  })
})

// The server checks the schedule once a minute. The test above and the API's test of the schedule find the same faults sooner.
test(
  'publishes a scheduled post, and shows it on cached pages',
  { tag: '@deep' },
  async ({ page, newVisitor, shop, browserErrors }) => {
    test.setTimeout(scheduleMs + 360_000)
    browserErrors.allow(/404 .*\/blog\/scheduled-post/)
    await createPost(shop.url, { title: 'There before', slug: 'there-before', status: 'published' })
    const reader = await newVisitor()
    const blog = new BlogScreen(reader)
    await blog.open()
    await expect(blog.cards).toHaveText(['There before'])

    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.title.fill('Scheduled post')
    await editor.setData('<p>Published on schedule.</p>')
    await editor.schedule(await currentFieldValue(page))
    await editor.create.click()
    await expect(page).toHaveURL('/admin/blog')
    await expect(editor.toast.polite).toContainText('Post created')

    await expect
      .poll(async () => (await reader.goto('/blog/scheduled-post'))?.status(), { timeout: scheduleMs })
      .toBe(200)
    await expect(new PostScreen(reader).heading).toHaveText('Scheduled post')
    // A cached list expires after at most a second; nothing invalidates it.
    const isListed = async () => {
      await blog.open()
      return blog.card('Scheduled post').isVisible()
    }
    await expect.poll(isListed).toBe(true)
    await new BlogListScreen(page).open()
    await expect(new BlogListScreen(page).row('Scheduled post')).toContainText('Published')
    const api = await adminApi(shop.url)
    const [found] = (await api.blog.adminList({ query: { search: 'Scheduled post' } })).posts
    expect(found, 'created as a draft, published by the schedule').toMatchObject({ version: 2 })
  },
)

test('shows the current draft at its preview link, and not at its public address', async ({
  page,
  newVisitor,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*\/blog\/half-written/)
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Half written')
  await editor.setData('<p>So far, so good.</p>')
  const opening = page.waitForEvent('popup')
  await editor.button('Preview').click()
  const preview = await opening
  await expect(new PostScreen(preview).heading).toHaveText('Half written')
  const link = preview.url()
  await expect(editor.toast.polite).toContainText('Anyone with its link can see the latest draft')
  expect(new URL(link).pathname).toMatch(/^\/blog\/preview\/[\w-]{43}$/)

  const reader = await newVisitor()
  expect((await reader.goto('/blog/half-written'))?.status()).toBe(404)
  const shown = await reader.goto(link)
  expect(shown?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const post = new PostScreen(reader)
  await expect(post.heading).toHaveText('Half written')
  await expect(post.article).toContainText('So far, so good.')
})

test(
  'shows a placeholder for a featured image that fails to load, until one loads',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/404 .*\/media\/gone-/)
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.featuredImage.fill('/media/gone-0123456789abcdef.webp')
    const placeholder = page.getByRole('img', { name: 'Could not be loaded' })
    await expect(placeholder).toBeVisible()
    await expect(placeholder).toHaveAttribute('src', /^data:image\/svg\+xml,/)
    await expect
      .poll(() => placeholder.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await editor.featuredImage.fill('/icon.svg')
    await expect(page.getByRole('img', { name: 'Preview of the featured image' })).toBeVisible()
    await expect(placeholder).toBeHidden()
  },
)

test('shows categories and tags on the public page', { tag: '@deep' }, async ({ page, newVisitor }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Well sorted')
  await editor.setData('<p>Sorted.</p>')
  for (const [label, names] of [
    ['Categories', ['Guides', 'Music law']],
    ['Tags', ['chorus', 'bridge']],
  ] as const) {
    const field = page.getByRole('combobox', { name: label })
    for (const name of names) {
      await field.fill(name)
      await field.press('Enter')
    }
    await field.press('Escape')
  }
  await editor.status.selectOption('published')
  await editor.create.click()
  await expect(page).toHaveURL('/admin/blog')

  const reader = await newVisitor()
  const post = new PostScreen(reader)
  await post.open('well-sorted')
  for (const name of ['Guides', 'Music law', 'chorus', 'bridge']) {
    await expect(post.article.getByText(name, { exact: true }).first()).toBeVisible()
  }
})

test(
  'deletes a post from the editor after a confirmation',
  { tag: '@deep' },
  async ({ page, shop, browserErrors, newVisitor }) => {
    browserErrors.allow(/404 .*\/blog\/regretted/)
    const id = await createPost(shop.url, { title: 'Regretted', slug: 'regretted', status: 'published' })
    const reader = await newVisitor()
    expect((await reader.goto('/blog/regretted'))?.status()).toBe(200)
    const editor = new PostEditorScreen(page)
    const list = new BlogListScreen(page)
    await editor.open(id)
    await editor.title.fill('Regretted, but changed')
    await editor.button('Delete').click()
    await list.deleteDialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(editor.title).toHaveValue('Regretted, but changed')
    await editor.button('Delete').click()
    await list.deleteDialog.getByRole('button', { name: 'Delete' }).click()
    await expect(list.toast.polite).toHaveText(
      toastText('Post deleted', 'The blog post was successfully deleted.'),
    )
    await expect(page, 'does not ask about unsaved changes').toHaveURL('/admin/blog')
    await expect(list.row('Regretted')).toBeHidden()
    expect((await reader.goto('/blog/regretted'))?.status()).toBe(404)
  },
)

test(
  'keeps the text when the session ends before saving',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/401 /)
    const id = await createPost(shop.url, { title: 'Long day', slug: 'long-day' })
    const editor = new PostEditorScreen(page)
    const login = new LoginScreen(page)
    await editor.open(id)
    await editor.title.fill('Long day, longer text')
    await editor.content.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' that took hours')
    const token = await page.evaluate(() => localStorage.getItem('priormark.admin-token'))
    const logout = await fetch(`${shop.url}/api/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(logout.status).toBe(200)

    await editor.save.click()
    await expect(page).toHaveURL('/admin/login')
    await expect(login.toast.urgent).toHaveText(
      toastText('Authentication Required', 'Your session has expired. Please log in again.'),
    )
    await login.submitWith(administrator.username, administrator.password)
    await expect(page).toHaveURL(`/admin/blog/editor?id=${id}`)
    await expect(editor.title).toHaveValue('Long day, longer text')
    expect(await editor.data()).toBe('<p>Text that took hours</p>')
    await editor.title.fill('Long day, longest text')
    await editor.save.click()
    await expect(page).toHaveURL('/admin/blog')
    await expect(editor.toast.polite).toContainText('Post updated')
    const api = await adminApi(shop.url)
    expect(await api.blog.read({ params: { id } })).toMatchObject({
      title: 'Long day, longest text',
      content: '<p>Text that took hours</p>',
    })
  },
)
