import { createPost, emptyPost } from './blog-api.ts'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { openFileChooser } from './open-file-chooser.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test('inserts an image and sets its options by keyboard', { tag: '@deep' }, async ({ page }) => {
  const editor = new PostEditorScreen(page)
  const { keyboard } = page
  await editor.open()
  await editor.content.focus()
  await keyboard.type('Above')
  await keyboard.press('Enter')
  await keyboard.press('Alt+F10')
  await expect(editor.toolbar.getByRole('button').first()).toBeFocused()
  // A slow browser reports the last move of the caret only now.
  await editor.reportSelection()
  const upload = editor.tool('Upload image from computer')
  const hasFocus = () => upload.evaluate((button) => button === document.activeElement)
  for (let press = 0; press < 60 && !(await hasFocus()); press += 1) await keyboard.press('ArrowRight')
  const chooser = await openFileChooser(upload)
  await chooser.setFiles(await createImage(page, 'keys'))
  await expect(editor.content.locator('figure.image img[src^="/media/"]')).toBeVisible()
  await expect(editor.content).toBeFocused()

  // The image's toolbar appears a moment after the image.
  const options = page.getByRole('button', { name: 'Image Options' })
  await expect(options).toBeVisible()
  await keyboard.press('Alt+F10')
  await expect(options).toBeFocused()
  await keyboard.press('Enter')
  await expect(editor.imageOptions).toBeVisible()
  await keyboard.press('Escape')
  await expect(editor.imageOptions).toBeHidden()
  await expect(editor.content).toBeFocused()

  await expect(options).toBeVisible()
  await keyboard.press('Alt+F10')
  await expect(options).toBeFocused()
  await keyboard.press('Enter')
  await editor.imageOptions.getByLabel('Full Width 100%').press('ArrowUp')
  await expect(editor.imageOptions.getByLabel('Large 75%')).toBeChecked()
  await editor.imageOptions.getByLabel('Alternative text').press('Enter')
  await expect(editor.content.locator('figure.image-size-75')).toBeVisible()
  await expect(editor.content).toBeFocused()

  await keyboard.press('Enter')
  await keyboard.type('Beneath')
  await editor.button('Focus mode').focus()
  await keyboard.press('Tab')
  await expect(editor.content).toBeFocused()
  await keyboard.type(' it')
  expect(await editor.data()).toMatch(/^<p>Above<\/p><figure .*<\/figure><p>Beneath it<\/p>$/)
})

test(
  'returns the focus to the text after choosing an image or resolving a conflict',
  { tag: '@deep' },
  async ({ page, shop }) => {
    await page.goto('/admin/blog/images')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Image' }).click()
    await (await choosing).setFiles(await createImage(page, 'gallery'))
    await expect(page.getByRole('img', { name: /^gallery-/ })).toBeVisible()
    const contested = { title: 'Contested', slug: 'contested' }
    const id = await createPost(shop.url, contested)
    const editor = new PostEditorScreen(page)
    await editor.open(id)
    const adding = page.waitForEvent('filechooser')
    await editor.button('Add Image').press('Enter')
    await (await adding).setFiles(await createImage(page, 'added'))
    await expect(editor.library).toBeHidden()
    await expect(editor.content.locator('img[src*="/added-"]')).toBeVisible()
    await expect(editor.content).toBeFocused()
    await editor.button('Image Library').press('Enter')
    await editor.library.getByRole('button', { name: /^Select gallery-/ }).press('Enter')
    await expect(editor.library).toBeHidden()
    await expect(editor.content).toBeFocused()

    const api = await adminApi(shop.url)
    await api.blog.change({ params: { id }, body: { ...emptyPost, ...contested, title: 'Theirs' } })
    await editor.save.press('Enter')
    await expect(editor.conflict).toBeVisible()
    await editor.button('Back to my version').press('Enter')
    await expect(editor.content).toBeFocused()
    await editor.save.press('Enter')
    await expect(editor.conflict).toBeVisible()
    await editor.button('Take theirs').press('Enter')
    await expect(editor.title).toHaveValue('Theirs')
    await expect(editor.content).toBeFocused()
  },
)

test('focuses the next post after a deletion', { tag: '@deep' }, async ({ page, shop }) => {
  for (const title of ['Bottom', 'Middle', 'Top']) {
    await createPost(shop.url, { title, slug: title.toLowerCase(), status: 'draft' })
  }
  const list = new BlogListScreen(page)
  await list.open()
  for (const [doomed, next] of [
    ['Top', 'Middle'],
    ['Middle', 'Bottom'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${doomed}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await list.deleteDialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(list.row(doomed)).toHaveCount(0)
    await expect(list.row(next).getByRole('link')).toBeFocused()
  }
})

test('keeps the focus on the buttons of the image library', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/blog/images')
  const upload = page.getByRole('button', { name: 'Upload Image' })
  const choosing = page.waitForEvent('filechooser')
  await upload.press('Enter')
  await (await choosing).setFiles(await createImage(page, 'library'))
  await expect(page.getByRole('img', { name: /^library-/ })).toBeVisible()
  await expect(upload).toBeFocused()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  const asking = page.waitForResponse(/\/api\/admin\/blog\/images$/)
  await refresh.press('Enter')
  await asking
  await expect(refresh).toBeFocused()
})

test('moves the focus to the list when Reset becomes disabled', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/blog?status=draft')
  const reset = page.getByRole('button', { name: 'Reset' })
  await reset.press('Enter')
  await expect(reset).toBeDisabled()
  await expect(page.locator('#posts-list')).toBeFocused()
})
