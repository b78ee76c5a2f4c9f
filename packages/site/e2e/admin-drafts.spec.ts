import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { DraftsScreen } from '../testing/screens/drafts.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi } from '../testing/shop-api.ts'
import { createImage } from '../testing/test-image.ts'

test.use({ serviceWorkers: 'allow' })

test('shows errors of the server in the editor and keeps the text, and waits only while a proxy says that it is away', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/50[02] .*\/api\/admin\/blog\//)
  await new LoginScreen(page).logInByApi()
  const editor = new PostEditorScreen(page)
  const list = new BlogListScreen(page)
  const error = { error: 'The disk is full', code: 'internal' }
  const fail = { times: 1 }
  await editor.open()
  await editor.title.fill('Not offline')
  await editor.content.click()
  await page.keyboard.type('Kept')

  await page.route('**/blog/upload-image', (route) => route.fulfill({ status: 500, json: error }), fail)
  const choosing = page.waitForEvent('filechooser')
  await editor.tool('Upload image from computer').click()
  await (await choosing).setFiles(await createImage(page, 'refused'))
  await expect(editor.toast.urgent).toHaveText(toastText('Upload failed', 'The disk is full'))
  await expect(editor.content.locator('img')).toHaveCount(0)

  // The first autosave creates the post, which has an address from then on.
  await expect(page).toHaveURL(/\/editor\?id=/)
  await page.route('**/admin/blog/posts/*', (route) => route.fulfill({ status: 500, json: error }), fail)
  await editor.create.click()
  await expect(editor.toast.urgent).toHaveText(toastText('Error creating post', 'The disk is full'))
  await expect(editor.title).toHaveValue('Not offline')
  await editor.create.click()
  await expect(editor.toast.polite).toHaveText(toastText('Post created', 'Not offline'))

  await page.route('**/admin/blog/posts/*', (route) => route.fulfill({ status: 500, json: error }), fail)
  await list.choose('Not offline', 'Delete')
  await list.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(list.toast.urgent).toHaveText(toastText('Error deleting post', 'The disk is full'))
  await expect(list.row('Not offline')).toBeVisible()

  await list.row('Not offline').getByRole('link', { name: 'Not offline' }).click()
  await editor.content.waitFor()
  await editor.title.fill('Away for a moment')
  const isChange = (url: URL) => /\/admin\/blog\/posts\/[^/]+$/.test(url.pathname)
  await page.route(isChange, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
  await editor.save.click()
  await expect(editor.toast.polite).toContainText('Waiting to be sent')
  await page.unroute(isChange)
  const api = await adminApi(shop.url)
  await expect
    .poll(async () => (await api.blog.adminList({ query: {} })).posts.map(({ title }) => title))
    .toContain('Away for a moment')
})

test(
  'shows the second of two tabs both versions before it saves',
  { tag: '@deep' },
  async ({ page, context, shop }) => {
    await new LoginScreen(page).logInByApi()
    const id = await createPost(shop.url, { title: 'In two tabs', slug: 'in-two-tabs' })
    const other = await context.newPage()
    const [first, second] = [new PostEditorScreen(page), new PostEditorScreen(other)]
    await first.open(id)
    await second.open(id)
    await first.title.fill('From the first tab')
    await first.save.click()
    await expect(first.toast.polite).toHaveText(toastText('Post updated', 'From the first tab'))

    await second.title.fill('From the second tab')
    await second.save.click()
    await expect(second.conflict.getByRole('article', { name: 'My version' })).toContainText(
      'From the second tab',
    )
    await expect(second.conflict.getByRole('article', { name: 'Their version' })).toContainText(
      'From the first tab',
    )
    await second.conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expect(second.toast.polite).toHaveText(toastText('Post updated', 'From the second tab'))
    const api = await adminApi(shop.url)
    expect(await api.blog.read({ params: { id } })).toMatchObject({
      title: 'From the second tab',
      version: 3,
    })
  },
)

test(
  'saves on the server, and says so, in a browser without storage',
  { tag: '@deep' },
  async ({ page, shop }) => {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('private', 'InvalidStateError')
      }
    })
    await new LoginScreen(page).logInByApi()
    const [editor, list, drafts] = [
      new PostEditorScreen(page),
      new BlogListScreen(page),
      new DraftsScreen(page),
    ]
    await editor.open()
    await expect(drafts.status).toHaveText(
      'Drafts can’t be saved on this computer. Posts are saved only on the server, so you need a connection.',
    )
    await expectAccessible(page, 'the editor without storage')
    await editor.title.fill('Saved at once')
    await editor.setData('<p>Nothing is stored here.</p>')
    await editor.create.click()
    await expect(editor.toast.polite).toHaveText(toastText('Post created', 'Saved at once'))
    await list.choose('Saved at once', 'Delete')
    await list.deleteDialog.getByRole('button', { name: 'Delete' }).click()
    await expect(list.toast.polite).toHaveText(
      toastText('Post deleted', 'The blog post was successfully deleted.'),
    )
    await page.goto('/admin/blog/history')
    await expect(
      page.getByRole('alert').filter({ hasText: 'The discarded drafts on this computer can’t be read.' }),
    ).toBeVisible()
    const api = await adminApi(shop.url)
    expect((await api.blog.adminList({ query: { search: 'Saved at once' } })).posts).toEqual([])
  },
)

test('saves on the server if the browser’s storage is full', { tag: '@deep' }, async ({ page, shop }) => {
  await new LoginScreen(page).logInByApi()
  const id = await createPost(shop.url, { title: 'Full', slug: 'full' })
  const [editor, drafts] = [new PostEditorScreen(page), new DraftsScreen(page)]
  await editor.open(id)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await editor.title.fill('Saved though full')
  await editor.save.click()
  await expect(editor.toast.polite).toHaveText(toastText('Post updated', 'Saved though full'))
  await expect(drafts.status).toContainText('Drafts can’t be saved on this computer.')
  const api = await adminApi(shop.url)
  expect(await api.blog.read({ params: { id } })).toMatchObject({ title: 'Saved though full', version: 2 })
})

for (const width of [390, 1280]) {
  test(
    `opens unsent and discarded drafts by keyboard at ${width} pixels`,
    { tag: '@deep' },
    async ({ page, context, browserErrors }) => {
      browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
      await page.setViewportSize({ width, height: 900 })
      await new LoginScreen(page).logInByApi()
      const [editor, list, drafts] = [
        new PostEditorScreen(page),
        new BlogListScreen(page),
        new DraftsScreen(page),
      ]
      // Loads the code of every screen in this test before the browser goes offline.
      await page.goto('/admin/blog/history')
      await page.getByRole('link', { name: 'Back to Blog' }).press('Enter')
      await expect(list.heading).toBeVisible()
      await expect(drafts.connection).toHaveText('Online')
      await list.newPost.press('Enter')
      await editor.content.waitFor()
      await drafts.waitForShell()
      await context.setOffline(true)
      await expect(drafts.connection).toHaveText('Offline')
      await editor.title.fill(`Discarded at ${width}`)
      await editor.setData('<p>For now.</p>')
      await editor.create.press('Enter')
      await expect(page).toHaveURL('/admin/blog')
      await drafts.status.getByRole('link', { name: '1 draft waiting to be sent' }).press('Enter')
      await expect(drafts.unsent.getByRole('link')).toBeFocused()
      await page.keyboard.press('Enter')
      await editor.button('Delete').press('Enter')
      await list.deleteDialog.getByRole('button', { name: 'Delete' }).press('Enter')
      // The editor has a button of the same name.
      await expect(page).toHaveURL('/admin/blog')
      await expect(drafts.unsent).toHaveCount(0)
      await page.getByRole('button', { name: 'History', exact: true }).press('Enter')
      const restore = page.getByRole('button', { name: `Restore Discarded at ${width}` })
      await restore.focus()
      await expect(restore).toBeInViewport({ ratio: 1 })
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, 'the discarded drafts scroll sideways').toBe(false)
      await expectAccessible(page, `the discarded drafts at ${width} px`)
      await page.keyboard.press('Enter')
      await expect(editor.title).toHaveValue(`Discarded at ${width}`)
      await context.setOffline(false)
      await expect(drafts.connection).toHaveText('Online')
      await expect(drafts.status.getByRole('link')).toHaveCount(0)
      await expect(page.getByText('not on the server yet')).toHaveCount(0)
    },
  )
}
