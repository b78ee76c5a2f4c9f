import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { createImage } from '../testing/test-image.ts'
import { toastText } from '../testing/screens/toast.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test('shows errors at their fields', async ({ page }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.create.click()
  await expect(editor.title).toHaveAccessibleDescription('Title is required')
  await expect(editor.title).toBeFocused()
  await expect(editor.slug).toHaveAccessibleDescription('Slug is required')
  await expect(page.getByText('Content is required')).toBeVisible()
  await expect(editor.content).toHaveAttribute('aria-invalid', 'true')
  await editor.title.fill('Long')
  await editor.slug.fill('Not A Slug')
  await editor.metaTitle.fill('x'.repeat(61))
  await editor.metaDescription.fill('x'.repeat(161))
  await editor.metaKeywords.fill('x'.repeat(201))
  await editor.tab('Excerpt').click()
  await editor.excerpt.fill('x'.repeat(301))
  await editor.create.click()
  await expect(editor.slug).toHaveAccessibleDescription(
    'Slug must contain only lowercase letters, numbers, and hyphens',
  )
  await expect(editor.metaTitle).toHaveAccessibleDescription('Meta title must be 60 characters or less')
  await expect(editor.metaDescription).toHaveAccessibleDescription(
    'Meta description must be 160 characters or less',
  )
  await expect(editor.metaKeywords).toHaveAccessibleDescription(
    'Meta keywords must be 200 characters or less',
  )
  await editor.tab('Excerpt').click()
  await expect(editor.excerpt).toHaveAccessibleDescription('Excerpt must be 300 characters or less')
})

test('locks the slug of a published post, and suggests a free slug for a taken one', async ({
  page,
  shop,
  browserErrors,
}) => {
  browserErrors.allow(/409 .*\/blog\/posts/)
  await createPost(shop.url, { title: 'Taken', slug: 'taken' })
  const id = await createPost(shop.url, { title: 'Known', slug: 'known', status: 'published' })
  const editor = new PostEditorScreen(page)
  await editor.open(id)
  await expect(editor.slug).toHaveAttribute('readonly')
  await editor.title.fill('Known by another name')
  await expect(editor.slug).toHaveValue('known')
  await page.getByRole('button', { name: 'Edit URL slug' }).click()
  await expect(page.getByText('Changing the slug of a published post may break existing links')).toBeVisible()
  await editor.slug.fill('taken')
  await editor.save.click()
  await expect(editor.toast.urgent).toContainText('Error updating post')
  await page.getByRole('button', { name: 'Use taken-2' }).click()
  await expect(page.getByText('Old links redirect here.')).toBeVisible()
  await editor.save.click()
  await expect(page).toHaveURL('/admin/blog')
  await expect(editor.toast.polite).toContainText('Post updated')
  const opening = page.waitForEvent('popup')
  // A toast under the pointer stays.
  await editor.toast.polite.getByText('Post updated').hover()
  await editor.toast.polite.getByRole('link', { name: 'View post' }).click()
  await expect(await opening).toHaveURL('/blog/taken-2')
})

test('brings a footnote, a bookmark card and a gallery with captions to the readers, and back into the editor', async ({
  page,
  newVisitor,
}) => {
  const editor = new PostEditorScreen(page)
  const keys = page.keyboard
  await editor.open()
  await editor.title.fill('All of it')
  await editor.content.click()
  await keys.type('Recorded in May')
  await editor.tool('Footnote').click()
  const footnote = page.getByRole('dialog', { name: 'Footnote' })
  await footnote.getByLabel('Text of the footnote').fill('By the sea & in the rain.')
  await keys.press('Enter')
  await expect(footnote).toBeHidden()
  await expect(editor.content).toBeFocused()
  await keys.type(', played once.')
  await keys.press('Enter')

  await editor.chooseBySlash('book', 'Bookmark card')
  const bookmark = page.getByRole('dialog', { name: 'Bookmark card' })
  await bookmark.getByLabel('Address').fill('https://example.org/song')
  await bookmark.getByLabel('Card title').fill('The song')
  await keys.press('Enter')
  await expect(bookmark).toBeHidden()
  await expect(editor.content).toBeFocused()
  await keys.press('Enter')

  await editor.chooseBySlash('gal', 'Gallery')
  const gallery = page.getByRole('dialog', { name: 'Images of the gallery' })
  const choosing = page.waitForEvent('filechooser')
  await gallery.getByRole('button', { name: 'Upload Image' }).click()
  await (await choosing).setFiles([await createImage(page, 'left'), await createImage(page, 'right')])
  await expect(gallery.getByText('2 images chosen')).toBeVisible()
  await gallery.getByRole('button', { name: 'Insert gallery' }).click()
  await expect(gallery).toBeHidden()
  await expect(editor.content).toBeFocused()
  await keys.press('Control+z')
  await expect(editor.content.locator('figure.gallery')).toHaveCount(0)
  await keys.press('Control+y')
  for (const side of ['left', 'right']) {
    await editor.content.locator(`figure.image:has([src*="${side}"])`).click()
    await editor.imageOptions.getByLabel('Alternative text').fill(`The ${side} hand`)
    await editor.imageOptions.getByRole('button', { name: 'Apply' }).click()
    await expect(editor.imageOptions).toBeHidden()
    await page.locator('.ck-balloon-panel').getByRole('button', { name: 'Toggle caption on' }).click()
    await keys.type(`Played with the ${side} hand`)
  }
  await editor.content.getByText('The song').click()
  await bookmark.getByLabel('Card description').fill('At its publisher')
  await bookmark.getByRole('button', { name: 'Save card' }).click()
  await expect(bookmark).toBeHidden()
  await editor.publish('Publish now')
  await expect(editor.toast.polite).toContainText('Post published')
  const data = await editor.data()

  const reader = await newVisitor()
  await reader.goto('/blog/all-of-it')
  const article = reader.getByRole('article')
  await expect(article.locator('figure.gallery figcaption')).toHaveText([
    'Played with the left hand',
    'Played with the right hand',
  ])
  await expect(article.getByRole('img', { name: 'The left hand' })).toBeVisible()
  await expect(article.getByRole('link', { name: 'The song' })).toHaveAttribute(
    'href',
    'https://example.org/song',
  )
  await expect(article.getByText('At its publisher')).toBeVisible()
  await article.getByRole('link', { name: '1', exact: true }).click()
  await expect(reader).toHaveURL('/blog/all-of-it#note-1')
  await expect(reader.getByRole('region', { name: 'Footnotes' })).toContainText('By the sea & in the rain.')
  await expectAccessible(reader, 'a post with a gallery, a card and a footnote')

  await page.reload()
  await editor.content.waitFor()
  expect(await editor.data()).toBe(data)
  await editor.setData('')
  await editor.paste(data)
  await expect(editor.content.locator('figure.gallery figcaption')).toHaveCount(2)
  expect(await editor.data()).toBe(data)
})

test('saves in place with Ctrl+S, and opens the post from the toast, the editor and the list', async ({
  page,
  shop,
}) => {
  const editor = new PostEditorScreen(page)
  const list = new BlogListScreen(page)
  const opened = async (press: () => Promise<void>) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
    await expect(popup).toHaveURL('/blog/in-place')
    await popup.close()
  }
  await editor.open()
  await editor.title.fill('In place')
  await editor.content.click()
  await page.keyboard.type('First')
  await page.keyboard.press('Control+s')
  await expect(editor.toast.polite).toHaveText('Saved.')
  await expect(page).toHaveURL(/\/editor\?id=/)
  await expect(editor.heading).toHaveText('Edit Post')
  await expect(editor.content).toBeFocused()
  await page.keyboard.type(' and second')
  await page.keyboard.press('Control+z')
  expect(await editor.data(), 'undo goes back before the save').toBe('')
  await page.keyboard.type('First and third')
  await editor.status.selectOption('published')
  await page.keyboard.press('Control+s')
  await expect(editor.toast.polite).toHaveText(toastText('Saved.', 'View post'))
  await editor.toast.polite.getByText('Saved.').hover()
  await opened(() => editor.toast.polite.getByRole('link', { name: 'View post' }).click())
  await opened(() => editor.button('View post').click())
  const api = await adminApi(shop.url)
  const posts = async () => (await api.blog.adminList({ query: { search: 'In place' } })).posts
  const before = await posts()
  expect(before).toMatchObject([{ title: 'In place', status: 'published' }])
  await page.keyboard.press('Control+s')
  expect(await posts(), 'a save without a change makes no version').toEqual(before)

  await page.reload()
  await editor.content.waitFor()
  expect(await editor.data()).toBe('<p>First and third</p>')
  await editor.back.click()
  await opened(() => list.choose('In place', 'View'))
})

test(
  'shows a scheduled post as scheduled in the editor, the filter and the list',
  { tag: '@deep' },
  async ({ page }) => {
    const editor = new PostEditorScreen(page)
    const list = new BlogListScreen(page)
    await editor.open()
    await editor.title.fill('For the new year')
    await editor.setData('<p>Later</p>')
    await editor.schedule('2090-01-01T09:30')
    await expect(editor.status).toHaveValue('scheduled')
    await page.keyboard.press('Control+s')
    await expect(editor.toast.polite).toHaveText(toastText('Saved.', 'Publishes Jan 1, 2090, 9:30 AM UTC'))
    await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
    await editor.back.click()
    await list.status.selectOption('draft')
    await expect(list.row('For the new year')).toHaveCount(0)
    await list.status.selectOption('scheduled')
    await expect(list.row('For the new year')).toContainText('ScheduledPublishes Jan 1, 2090, 9:30 AM UTC')
    await list.row('For the new year').getByRole('link').click()
    await expect(editor.scheduledTime).toHaveValue('09:30')
    await editor.status.selectOption('published')
    await page.keyboard.press('Control+s')
    await expect(editor.toast.polite).toHaveText(toastText('Saved.', 'View post'))
    await expect(page.getByText(/^Publishes/)).toHaveCount(0)
  },
)

test('fills the window with the text in focus mode, until Escape', { tag: '@deep' }, async ({ page }) => {
  const editor = new PostEditorScreen(page)
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await editor.open()
  await editor.title.fill('Undisturbed')
  await editor.setData('<p>Text</p>')
  await editor.button('Focus mode').click()
  await expect(editor.content).toBeFocused()
  for (const hidden of [menu, editor.slug, editor.metaTitle, editor.back, editor.button('Image Library')]) {
    await expect(hidden).toBeHidden()
  }
  const [text, windowHeight] = [await editor.content.boundingBox(), page.viewportSize()?.height ?? 0]
  expect(text?.height).toBeGreaterThan(windowHeight * 0.7)
  const badge = page.locator('.ck-powered-by-balloon')
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await expect(badge).toBeInViewport({ ratio: 1 })
    // Fails if something covers it.
    await badge.click({ trial: true })
  }
  await expectAccessible(page, 'focus mode')
  await page.keyboard.press('Control+s')
  await expect(editor.toast.polite).toHaveText('Saved.')
  await expect(editor.autosave).toHaveText(/^Saved at /)
  await expect(menu).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(menu).toBeVisible()
  await expect(editor.slug).toHaveValue('undisturbed')
  await expect(editor.content).toBeFocused()
})

test(
  'keeps the save bar at the bottom of a phone, where it covers nothing',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    const editor = new PostEditorScreen(page)
    await editor.open()
    await page.getByRole('group').getByText('Post Settings').click()
    await expect(editor.create).toBeInViewport({ ratio: 1 })
    const bar = await editor.create.boundingBox()
    expect(bar?.y).toBeGreaterThan(600)
    const tags = page.getByLabel('Tags', { exact: true })
    await tags.focus()
    await expect(editor.create).toBeInViewport({ ratio: 1 })
    const [field, button] = [await tags.boundingBox(), await editor.create.boundingBox()]
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(button?.y ?? 0)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText('The blog shows the first three.')).toBeInViewport({ ratio: 1 })
    // Lines of 12.5 px text are 18.75 px high, so the page ends at a quarter of a pixel, but browsers scroll by whole pixels.
    const statusBottom = async () => {
      const status = await page.getByRole('complementary').boundingBox()
      return (status?.y ?? 0) + (status?.height ?? 0)
    }
    await expect.poll(statusBottom).toBeLessThanOrEqual(700.5)
  },
)
