import { expectAccessible } from './axe-scan.ts'
import { createPost, emptyPost } from './blog-api.ts'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { DraftsScreen } from '../testing/screens/drafts.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

// Lists all posts.
test.use({ isOwnShop: true, serviceWorkers: 'allow' })

const noNetwork = /ERR_INTERNET_DISCONNECTED/

test.beforeEach(async ({ page, browserErrors }) => {
  browserErrors.allow(noNetwork)
  await new LoginScreen(page).logInByApi()
})

test('stores a post with an image offline, and sends it when online again', async ({
  page,
  context,
  shop,
}) => {
  const [editor, list, drafts] = [
    new PostEditorScreen(page),
    new BlogListScreen(page),
    new DraftsScreen(page),
  ]
  await editor.openWithNextScreens()
  // A ready service worker may not control this page yet.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const image = await createImage(page, 'Train')
  await expect(drafts.connection).toHaveText('Online')
  await drafts.waitForShell()
  await context.setOffline(true)
  await editor.title.fill('Written on a train')
  await editor.content.click()
  await page.keyboard.type('Far from any mast. ')
  await page.locator('.ck-file-dialog-button input[type=file]').first().setInputFiles(image)
  await expect.poll(() => editor.data()).toMatch(/src="\/_media\/[0-9a-f]{64}"/)
  await expect
    .poll(() => editor.content.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBe(900)
  await editor.create.click()
  await expect(page).toHaveURL('/admin/blog')
  await expect(editor.toast.polite).toContainText(
    'Saved on this computer. It will be sent when the server is available.',
  )
  await expect(drafts.connection).toHaveText('Offline')
  await expect(drafts.unsent).toContainText('Edited here, not sent yet')
  await expect(page.getByLabel('Order of the posts')).toBeDisabled()
  await expect(page.getByText('Sorting by views needs the server.')).toBeVisible()
  await expectAccessible(page, 'a stored post that was not sent')

  await drafts.unsent.getByRole('link', { name: 'Written on a train' }).click()
  await expect(editor.title).toHaveValue('Written on a train')
  await editor.title.fill('Written on a slow train')
  await editor.save.click()
  await expect(drafts.unsent.getByRole('link')).toHaveText('Written on a slow train')
  await page.reload()
  await expect(drafts.unsent.getByRole('link')).toHaveText('Written on a slow train')

  await context.setOffline(false)
  await expect(list.titles).toHaveText('Written on a slow train')
  await expect(drafts.unsent).toHaveCount(0)
  const api = await adminApi(shop.url)
  const { posts } = await api.blog.adminList({ query: {} })
  expect(
    posts.map(({ title }) => title),
    'sent once',
  ).toEqual(['Written on a slow train'])
  const post = await api.blog.read({ params: { id: posts[0]?.id ?? '' } })
  expect(post.content).toMatch(/src="\/media\/[^"]+\.webp"/)
})

test(
  'keeps drafts through a reload and a logout, and shows them in every tab',
  { tag: '@deep' },
  async ({ page, context, shop, browserErrors }) => {
    // Calls that run while the session ends.
    browserErrors.allow(/401 /)
    const id = await createPost(shop.url, { title: 'Shared by tabs', slug: 'tabs' })
    const [editor, drafts] = [new PostEditorScreen(page), new DraftsScreen(page)]
    const other = await context.newPage()
    const otherDrafts = new DraftsScreen(other)
    await other.goto('/admin/blog')
    await expect(otherDrafts.connection).toHaveText('Online')
    await editor.open(id)
    // Only the calls of the sync fail, so that pages can be reloaded. PUT must fail too, because a sync cycle may already have
    // fetched the changes.
    const syncCalls = /\/api\/admin\/blog\/(changes|posts\/[0-9a-f-]{36}$)/
    await context.route(syncCalls, (route) =>
      route.request().method() === 'GET' && !route.request().url().includes('/changes')
        ? route.fallback()
        : route.abort('internetdisconnected'),
    )
    await editor.title.fill('Changed in one tab')
    await editor.save.click()
    await expect(drafts.unsent.getByRole('link')).toHaveText('Changed in one tab')
    await expect(otherDrafts.unsent.getByRole('link')).toHaveText('Changed in one tab')

    await page.reload()
    await expect(drafts.unsent.getByRole('link')).toHaveText('Changed in one tab')
    await page.getByRole('button', { name: 'Logout' }).click()
    const login = new LoginScreen(page)
    await expect(login.toast.polite).toHaveText(
      toastText(
        'Drafts saved on this computer',
        '1 draft hasn’t been sent yet. Log in again on this computer to send it.',
      ),
    )
    await login.logIn()
    await page.goto('/admin/blog')
    await expect(drafts.unsent.getByRole('link')).toHaveText('Changed in one tab')

    await drafts.syncNow.click()
    await expect(drafts.connection, 'the server is still unreachable').toHaveText('Offline')

    await context.unroute(syncCalls)
    // A loaded page syncs at once, while others may wait before a retry.
    await page.reload()
    await expect(drafts.unsent).toHaveCount(0)
    await expect(otherDrafts.connection).toHaveText('Online')
    await expect(otherDrafts.unsent).toHaveCount(0)
    const api = await adminApi(shop.url)
    expect(await api.blog.read({ params: { id } })).toMatchObject({ title: 'Changed in one tab', version: 2 })
  },
)

test(
  'shows both versions after a conflict offline, and loses neither',
  { tag: '@deep' },
  async ({ page, context, shop, browserErrors }) => {
    // The restored draft has the slug of theirs.
    browserErrors.allow(/(409|412) .*\/blog\/posts/)
    const id = await createPost(shop.url, { title: 'Shared', slug: 'shared-offline' })
    const [editor, drafts] = [new PostEditorScreen(page), new DraftsScreen(page)]
    await editor.openWithNextScreens(id)
    await expect(drafts.connection).toHaveText('Online')
    await drafts.waitForShell()
    await context.setOffline(true)
    await editor.title.fill('Mine')
    await editor.save.click()
    await expect(drafts.unsent).toContainText('Edited here, not sent yet')
    const api = await adminApi(shop.url)
    await api.blog.change({
      params: { id },
      body: { ...emptyPost, title: 'Theirs', slug: 'shared-offline', content: '<p>Their text</p>' },
    })
    await context.setOffline(false)
    await drafts.status.getByRole('link', { name: '1 conflict to resolve' }).click()
    await drafts.unsent.getByRole('link', { name: 'Mine' }).click()
    await expect(editor.conflict.getByRole('article', { name: 'My version' })).toContainText('Mine')
    await expect(editor.conflict.getByRole('article', { name: 'Their version' })).toContainText('Their text')
    await editor.conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect(editor.title).toHaveValue('Theirs')

    await page.goto('/admin/blog/history')
    await page.getByRole('button', { name: 'Restore Mine' }).click()
    await expect(editor.title).toHaveValue('Mine')
    expect((await api.blog.read({ params: { id } })).title).toBe('Theirs')
  },
)

test(
  'deletes a post offline, and lists the stored posts',
  { tag: '@deep' },
  async ({ page, context, shop }) => {
    const id = await createPost(shop.url, { title: 'To be deleted', slug: 'doomed-offline' })
    const [list, drafts] = [new BlogListScreen(page), new DraftsScreen(page)]
    await list.open()
    await expect(list.row('To be deleted')).toBeVisible()
    await drafts.waitForPost('To be deleted')
    // The date of the last sync must survive a reload, even if the next sync cycle fails.
    await context.route(/\/api\/admin\/blog\/changes/, (route) => route.abort('internetdisconnected'))
    const posts = await holdRequests(context, /\/api\/admin\/blog\/posts\?/)
    await page.reload()
    await expect(drafts.connection).toHaveText('Offline')
    const notice = page.getByText(/The server can’t be reached\. This copy is from/)
    await expect(notice, 'before the list is read: it would move the posts later').toBeVisible()
    posts.release()
    await expect(notice).toBeHidden()
    await drafts.waitForShell()
    await context.setOffline(true)
    await context.unroute(/\/api\/admin\/blog\/changes/)
    await list.search.fill('deleted')
    await expect(notice).toBeVisible()
    await list.choose('To be deleted', 'Delete')
    await list.deleteDialog.getByRole('button', { name: 'Delete' }).click()
    await expect(drafts.unsent).toContainText('Deleted here, not sent yet')
    await context.setOffline(false)
    await expect(drafts.unsent).toHaveCount(0)
    const api = await adminApi(shop.url)
    await expect(api.blog.read({ params: { id } })).rejects.toMatchObject({ status: 404 })
  },
)

test(
  'shows a server error at one post, still sends others, and retries it',
  { tag: '@deep' },
  async ({ page, context, shop, browserErrors }) => {
    const broken = await createPost(shop.url, { title: 'Breaks', slug: 'breaks' })
    browserErrors.allow(new RegExp(`500 .*/blog/posts/${broken}`))
    const other = await createPost(shop.url, { title: 'Is behind it', slug: 'behind' })
    const [editor, list, drafts] = [
      new PostEditorScreen(page),
      new BlogListScreen(page),
      new DraftsScreen(page),
    ]
    await context.route(`**/blog/posts/${broken}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    )
    await editor.open(broken)
    await editor.title.fill('Broken at first')
    await editor.save.click()
    await expect(editor.toast.polite).toContainText(
      'Saved on this computer. It will be sent when the server is available.',
    )
    await expect(drafts.connection).toHaveText('Server error')
    await list.row('Is behind it').getByRole('link').click()
    await editor.title.fill('Sent all the same')
    await editor.save.click()
    await expect(list.titles.filter({ hasText: 'Sent all the same' })).toBeVisible()
    await expect(drafts.unsent.getByRole('link')).toHaveText(['Broken at first'])
    await expect(drafts.syncNow).toBeEnabled()
    await context.unroute(`**/blog/posts/${broken}`)
    // A loaded page syncs at once instead of waiting for its retry.
    await page.reload()
    await expect(list.titles.filter({ hasText: 'Broken at first' })).toBeVisible()
    await expect(drafts.unsent).toHaveCount(0)
    await expect(drafts.connection).toHaveText('Online')
    const api = await adminApi(shop.url)
    expect(await api.blog.read({ params: { id: broken } })).toMatchObject({
      title: 'Broken at first',
      version: 2,
    })
    expect(await api.blog.read({ params: { id: other } })).toMatchObject({
      title: 'Sent all the same',
      version: 2,
    })
  },
)
