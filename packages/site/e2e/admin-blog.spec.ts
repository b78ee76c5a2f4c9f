import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { adminApi } from '../testing/shop-api.ts'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { DashboardScreen } from '../testing/screens/dashboard.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { pressChord } from './press-chord.ts'

// Lists all posts and images.
test.use({ isOwnShop: true })

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test('filters posts by text and status, pages with gaps, and keeps the filter in the address', async ({
  page,
  shop,
}) => {
  for (let number = 1; number <= 62; number += 1) {
    const status = number % 31 === 0 ? 'published' : 'draft'
    await createPost(shop.url, { title: `Linocut ${number}`, slug: `linocut-${number}`, status })
  }
  const list = new BlogListScreen(page)
  await page.goto('/admin/audit')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await pressChord(page, 'g', 'b')
  await expect(page).toHaveURL('/admin/blog')
  await expect(list.heading).toBeFocused()
  await expect(list.titles).toHaveCount(10)
  await expect(list.titles.first()).toHaveText('Linocut 62')
  await list.pages.getByRole('button', { name: 'Page 7' }).click()
  await expect(list.titles).toHaveCount(2)
  await expect(list.pages).toContainText('1…67')
  await page.goBack()
  await list.pages.getByRole('button', { name: 'Page 2' }).click()
  await expect(list.pages).toContainText('123…7')
  await expect(page).toHaveURL(/page=2/)

  await list.status.selectOption('published')
  await expect(list.titles).toHaveText(['Linocut 62', 'Linocut 31'])
  await expect(page).toHaveURL('/admin/blog?status=published')
  await list.search.fill('Linocut 31')
  await expect(list.titles.first()).toHaveText('Linocut 31')
  await page.reload()
  await expect(list.search).toHaveValue('Linocut 31')
  await list.reset.click()
  await expect(page).toHaveURL('/admin/blog')
  await expect(list.titles).toHaveCount(10)

  await list.status.selectOption('published')
  await expect(list.reset).toBeEnabled()
  await list.search.focus()
  await list.reset.evaluate((reset: HTMLElement) => {
    document.execCommand('insertText', false, 'Linocut 31')
    reset.click()
  })
  await expect(list.search, 'a reset in the pause of the search').toHaveValue('')
  await expect(page).toHaveURL('/admin/blog')
  await list.search.fill('no such words at all')
  await expect(page.getByText('No blog posts found')).toBeVisible()
})

test(
  'shows an error and retries if the posts cannot be loaded',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/500 .*\/blog\/posts/)
    await page.route(/\/api\/admin\/blog\/posts/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await new BlogListScreen(page).open()
    await expect(page.getByText('Error Loading Blog Posts')).toBeVisible()
    await page.unroute(/\/api\/admin\/blog\/posts/)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Error Loading' })).toBeHidden()
  },
)

test(
  'leads from the dashboard, the list and the editor to how often readers opened a post',
  { tag: '@deep' },
  async ({ page, shop, newVisitor, browserErrors }) => {
    browserErrors.allow(/404 .*\/blog\/posts/)
    const id = await createPost(shop.url, { title: 'Widely read', slug: 'widely-read', status: 'published' })
    const reader = await newVisitor({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' })
    for (let time = 0; time < 2; time += 1) await reader.goto('/blog/widely-read')
    await page.goto('/blog/widely-read')
    const list = new BlogListScreen(page)
    // The server stores them a few seconds later.
    const api = await adminApi(shop.url)
    await expect.poll(async () => (await api.blog.views({ params: { id } })).total).toBe(2)
    await list.open()
    await expect(list.row('Widely read').getByRole('cell').nth(3)).toHaveText('2')

    const order = page.getByLabel('Order of the posts')
    const column = page.getByRole('columnheader', { name: 'Views (30 days)' })
    await column.getByRole('button').click()
    await expect(order).toHaveValue('views')
    await column.getByRole('button').click()
    await expect(column).not.toHaveAttribute('aria-sort')
    await order.selectOption('Most views')
    await expect(column).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('row').nth(1)).toContainText('Widely read')
    const count = list.row('Widely read').getByRole('link', { name: 'Views of Widely read: 2' })
    await expect(count).toHaveCSS('text-decoration-line', 'underline')
    await count.click()
    const statistics = page.getByRole('heading', { name: 'Post statistics' })
    await expect(statistics).toBeFocused()
    await expect(page.getByText('2 views in the last 30 days, 2 in total')).toBeVisible()
    await expectAccessible(page, 'the views of a post')
    await page.goto('/admin/blog/views?id=2c1f6a53-6b0e-4f6c-9a51-0d5a3c9c1a11')
    await expect(page.getByText('This post doesn’t exist. It may have been deleted.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Retry|Edit post/ })).toHaveCount(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Back to Blog' }).click()
    await list.choose('Widely read', 'Statistics')
    await expect(page.getByText('2 views in the last 30 days, 2 in total')).toBeVisible()

    await page.goto('/admin/dashboard')
    const blog = page.getByRole('region', { name: 'Blog management' })
    await expect(blog.getByRole('link', { name: /^0 views in \w+ \d{4}$/ })).toBeVisible()
    await blog.getByRole('link', { name: /^\d+ views in the last 30 days$/ }).click()
    await expect(statistics).toBeFocused()
    const most = page.getByRole('table', { name: 'Most viewed posts' })
    await expect(most.getByRole('row', { name: 'Widely read 2' })).toBeVisible()
    await expectAccessible(page, 'the views of all posts')
    const month = page.getByLabel('Period of the views')
    await month.selectOption({ index: 1 })
    await expect(page).toHaveURL(/month=20\d\d-\d\d$/)
    await most.getByRole('link', { name: 'Widely read' }).click()
    await expect(page.getByText(/^2 views in \w+ \d{4}, 2 in total$/)).toBeVisible()
    await page.goto('/admin/blog/views?month=2025-02')
    await expect(month).toHaveValue('2025-02')
    await expect(page.getByText('No post was viewed in February 2025.')).toBeVisible()
    await list.open()
    await expect(list.heading).toBeVisible()
    await pressChord(page, 'g', 'v')
    await expect(statistics).toBeFocused()
    await most.getByRole('link', { name: 'Widely read' }).click()

    await page.getByRole('button', { name: 'Edit post' }).click()
    const views = page.getByRole('region', { name: 'Views' })
    await expect(views).toContainText('2 views in the last 30 days, 2 in total')
    await expect(views.getByRole('table', { name: 'Views by day' }).getByRole('row')).toHaveCount(30)
    await expect(views.getByRole('row').last()).toContainText('2')
    await views.getByLabel('Period of the views').selectOption({ index: 1 })
    await expect(views).toContainText(/2 views in \w+ \d{4}, 2 in total/)
    await expectAccessible(page, 'the editor with views')
    await page.getByRole('button', { name: 'Statistics', exact: true }).click()
    await expect(statistics).toBeFocused()
  },
)

test('asks before deleting a post, and reads the list again only after that', async ({ page, shop }) => {
  await createPost(shop.url, { title: 'Doomed', slug: 'doomed' })
  const list = new BlogListScreen(page)
  let readCount = 0
  page.on('request', (request) => {
    const isList = new URL(request.url()).pathname === '/api/admin/blog/posts'
    if (isList && request.method() === 'GET') readCount += 1
  })
  await list.open()
  await expect(list.row('Doomed')).toBeVisible()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(new DashboardScreen(page).heading).toBeFocused()
  await page.goBack()
  await expect(list.row('Doomed')).toBeVisible()
  expect(readCount).toBe(1)

  await list.choose('Doomed', 'Delete')
  await expect(list.deleteDialog).toContainText(
    'This will permanently delete this blog post. This action cannot be undone.',
  )
  await list.deleteDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.row('Doomed')).toBeVisible()
  await list.choose('Doomed', 'Delete')
  await list.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(list.toast.polite).toHaveText(
    toastText('Post deleted', 'The blog post was successfully deleted.'),
  )
  await expect(list.row('Doomed')).toBeHidden()
  expect(readCount).toBeGreaterThan(1)
})

test('uploads, selects and deletes images, and rejects other or large files before any request', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const toast = new PostEditorScreen(page).toast
  await page.goto('/admin/blog/images')
  // The menu's dot is the last thing that the page loads.
  await expect(page.getByRole('button', { name: /^System \(\d+ issues?\)$/ })).toBeVisible()
  await expect(page.getByText('Upload and manage images for your blog posts.')).toBeVisible()
  await expect(page.getByText('No images found')).toBeVisible()
  const input = page.getByLabel('Image to upload')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Sync cycles run at any time.
    const isSync = pathname.endsWith('/direct/ping') || pathname.endsWith('/blog/changes')
    if (pathname.startsWith('/api/') && !isSync) calls.push(pathname)
  })
  await input.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  })
  await expect(toast.urgent).toHaveText(toastText('File too large', 'Maximum file size is 10MB'))
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(toast.urgent).toHaveText(toastText('Invalid file type', 'Only image files are allowed'))
  expect(calls).toEqual([])
  await input.setInputFiles(await createImage(page, 'library'))
  await expect(toast.polite).toContainText('Image uploaded')
  expect(calls.slice(0, 2)).toEqual(['/api/admin/auth-test', '/api/admin/blog/upload-image'])

  const card = page.getByRole('listitem').filter({ hasText: /^library-/ })
  await card.getByRole('button', { name: 'Select' }).click()
  await expect(toast.polite).toContainText('Image URL copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^http:\/\/localhost:\d+\/media\/library-[0-9a-f]{16}\.webp$/)

  await createPost(shop.url, {
    title: 'Illustrated',
    slug: 'illustrated',
    featuredImage: new URL(copied).pathname,
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await card.getByText('In 1 post').click()
  await expect(card.getByRole('link', { name: 'Illustrated' })).toBeVisible()
  await page.getByLabel('Search images').fill('brary')
  await expect(card).toBeVisible()
  await page.getByLabel('Search images').fill('another')
  await expect(page.getByText('No images found')).toBeVisible()
  await page.getByLabel('Search images').fill('')
  await input.setInputFiles([
    await createImage(page, 'first'),
    { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
    await createImage(page, 'second'),
  ])
  await expect(toast.urgent).toContainText('2 of 3 images uploaded')
  await expect(page.getByRole('listitem').filter({ hasText: /^(first|second)-/ })).toHaveCount(2)
  const uses = await holdRequests(page, '**/api/admin/blog/images/*/posts')
  await card.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete this image?' })
  await expect(asked.getByRole('button', { name: 'Delete' })).toBeDisabled()
  uses.release()
  await expect(asked).toContainText('Illustrated')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(toast.polite).toContainText('Image deleted')
  await expect(card).toBeHidden()
})

for (const width of [390, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible at ${width} pixels in ${colorScheme}`, { tag: '@deep' }, async ({ page, shop }) => {
      await createPost(shop.url, {
        title: `Seen ${width} ${colorScheme}`,
        slug: `seen-${width}-${colorScheme}`,
      })
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      for (const address of ['/admin/blog', '/admin/blog/images', '/admin/blog/editor']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (address.endsWith('editor')) await new PostEditorScreen(page).content.waitFor()
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect(isWide, `${address} scrolls sideways`).toBe(false)
        await expectAccessible(page, address)
      }
    })
  }
}
