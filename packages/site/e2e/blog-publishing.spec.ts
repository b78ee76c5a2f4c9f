import type { Page } from '@playwright/test'
import { written } from './blog-calls.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from './screens/blog-list.screen.ts'
import { BlogScreen } from './screens/blog.screen.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { PostEditorScreen } from './screens/post-editor.screen.ts'
import { PostScreen } from './screens/post.screen.ts'
import { words } from './screens/toast.screen.ts'
import { administrator } from '@priormark/api/testing/administrator'
import { adminApi } from './shop-calls.ts'

// Lists all published posts.
test.use({ isOwnShop: true })

/** The schedule looks once a minute, and may have just looked. */
const scheduleMs = 150_000

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).enter()
})

/** A moment as the field for it is written: '2026-03-01T09:30'. */
function fieldMoment(page: Page): Promise<string> {
  return page.evaluate(() => {
    const now = new Date()
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    return local.toISOString().slice(0, 16)
  })
}

test('The moment to publish at is saved with the draft', async ({ page, shop }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Next year')
  await editor.setData('<p>Not yet.</p>')
  await editor.scheduled.fill('2099-03-01T09:30')
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

// The server looks once a minute. The test above and the API's test of the schedule find the same faults sooner.
test(
  'What is scheduled is published by itself, and kept pages show it',
  { tag: '@deep' },
  async ({ page, newVisitor, shop, complaints }) => {
    test.setTimeout(scheduleMs + 360_000)
    complaints.expect(/404 .*\/blog\/by-itself/)
    await written(shop.url, { title: 'There before', slug: 'there-before', status: 'published' })
    const reader = await newVisitor()
    const blog = new BlogScreen(reader)
    await blog.open()
    await expect(blog.cards).toHaveText(['There before'])

    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.title.fill('By itself')
    await editor.setData('<p>Nobody was there.</p>')
    await editor.scheduled.fill(await fieldMoment(page))
    await editor.create.click()
    await expect(page).toHaveURL('/admin/blog')
    await expect(editor.toast.polite).toContainText('Post created')

    await expect
      .poll(async () => (await reader.goto('/blog/by-itself'))?.status(), { timeout: scheduleMs })
      .toBe(200)
    await expect(new PostScreen(reader).heading).toHaveText('By itself')
    // A list that was kept without it is asked for at most a second later; nobody told the pages.
    const isListed = async () => {
      await blog.open()
      return blog.card('By itself').isVisible()
    }
    await expect.poll(isListed).toBe(true)
    await new BlogListScreen(page).open()
    await expect(new BlogListScreen(page).row('By itself')).toContainText('Published')
    const api = await adminApi(shop.url)
    const [found] = (await api.blog.adminList({ query: { search: 'By itself' } })).posts
    expect(found, 'created as a draft, and published later, by nobody').toMatchObject({ version: 2 })
  },
)

test('A preview link shows the draft as it stands, to whoever has it, and to no one else', async ({
  page,
  newVisitor,
  complaints,
}) => {
  complaints.expect(/404 .*\/blog\/half-written/)
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('Half written')
  await editor.setData('<p>So far, so good.</p>')
  await editor.button('Preview').click()
  await expect(editor.previewLink).toHaveValue(/\/preview\//)
  const link = await editor.previewLink.inputValue()
  expect(new URL(link).pathname).toMatch(/^\/blog\/preview\/[\w-]{43}$/)

  const reader = await newVisitor()
  expect((await reader.goto('/blog/half-written'))?.status()).toBe(404)
  const shown = await reader.goto(link)
  expect(shown?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const post = new PostScreen(reader)
  await expect(post.heading).toHaveText('Half written')
  await expect(post.article).toContainText('So far, so good.')
})

test('A featured image that cannot be loaded has a placeholder, and one that can shows again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/404 .*\/media\/gone-/)
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
})

test('Categories and tags reach the public page', async ({ page, newVisitor }) => {
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

test('The editor deletes its post, after asking', async ({ page, shop, complaints, newVisitor }) => {
  complaints.expect(/404 .*\/blog\/regretted/)
  const id = await written(shop.url, { title: 'Regretted', slug: 'regretted', status: 'published' })
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
  await expect(list.toast.polite).toHaveText(words('Post deleted', 'The blog post was successfully deleted.'))
  await expect(page, 'and does not ask about the change').toHaveURL('/admin/blog')
  await expect(list.row('Regretted')).toBeHidden()
  expect((await reader.goto('/blog/regretted'))?.status()).toBe(404)
})

test('A session that ends before saving loses no text', async ({ page, shop, complaints }) => {
  complaints.expect(/401 /)
  const id = await written(shop.url, { title: 'Long day', slug: 'long-day' })
  const editor = new PostEditorScreen(page)
  const login = new LoginScreen(page)
  await editor.open(id)
  await editor.title.fill('Long day, longer text')
  await editor.content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' that took hours')
  const token = await page.evaluate(() => localStorage.getItem('priormark.admin-token'))
  const left = await fetch(`${shop.url}/api/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(left.status).toBe(200)

  await editor.save.click()
  await expect(page).toHaveURL('/admin/login')
  await expect(login.toast.urgent).toHaveText(
    words('Authentication Required', 'Your session has expired. Please log in again.'),
  )
  await login.write(administrator.username, administrator.password)
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
})
