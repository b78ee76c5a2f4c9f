import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import { expectAccessible } from './axe-scan.ts'
import { createPost } from './blog-api.ts'
import { createImage } from './test-image.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from './screens/blog-list.screen.ts'
import { LoginScreen } from './screens/login.screen.ts'
import { PostEditorScreen } from './screens/post-editor.screen.ts'
import { toastText } from './screens/toast.screen.ts'
import { adminApi } from './shop-api.ts'

/** Sorts the attributes of each tag, so that their order does not matter. */
function withSortedAttributes(html: string): string {
  return html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_tag, name: string, attributes: string) =>
    [`<${name}`, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(' ').concat('>'),
  )
}

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test('writes HTML that the server keeps with every toolbar button', async ({ page, shop }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(shop.url)) elsewhere.push(request.url())
  })
  const editor = new PostEditorScreen(page)
  await editor.open()
  await expect(editor.heading).toHaveText('Create New Post')
  await editor.title.fill('Every Button, Tried!')
  await expect(editor.slug).toHaveValue('every-button-tried')
  const keys = page.keyboard
  const write = async (text: string, ...tools: string[]) => {
    for (const tool of tools) await editor.tool(tool).click()
    await keys.type(text)
    for (const tool of tools) await editor.tool(tool).click()
  }
  await editor.content.click()
  for (const level of [1, 2, 3, 4, 5, 6]) {
    await editor.choose(/Heading|Paragraph/, `Heading ${level}`)
    await keys.type(`Level ${level}`)
    await keys.press('Enter')
  }
  await write('bold', 'Bold')
  await write('italic', 'Italic')
  await write('under', 'Underline')
  await write('strike', 'Strikethrough')
  for (const size of ['Small', 'Large', 'Huge', 'Normal']) {
    await editor.choose('Font Size', size)
    await keys.type(` ${size}`)
  }
  await keys.press('Enter')
  await editor.tool('Increase indent').click()
  await keys.type('moved')
  await keys.press('Enter')
  await editor.tool('Decrease indent').click()
  await editor.tool('Numbered List').click()
  await keys.type('one')
  await keys.press('Enter')
  await keys.type('two')
  await keys.press('Enter')
  await keys.press('Enter')
  await editor.tool('Bulleted List').click()
  await keys.type('dot')
  await keys.press('Enter')
  await editor.tool('Increase indent').click()
  await keys.type('deep')
  await keys.press('Enter')
  await keys.press('Enter')
  await keys.press('Enter')
  await keys.type('plain')
  await editor.moveSelection('Shift+Home')
  await editor.tool('Bold').click()
  await editor.tool('Remove Format').click()
  await editor.tool('Link').click()
  await page.getByLabel('Link URL').fill('https://example.org/a')
  await keys.press('Enter')
  await expect(editor.content).toBeFocused()
  await editor.moveSelection('End', 'Control+End')
  await editor.tool('Insert media').click()
  await page.getByLabel('Media URL').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(editor.content.getByRole('button', { name: 'Load preview' })).toBeVisible()
  await editor.button('Insert CTA Button').click()
  await keys.type('after')
  await keys.press('Enter')
  await editor.tool('Block quote').click()
  await keys.type('Said')
  await keys.press('Enter')
  await keys.press('Enter')
  await editor.tool('Horizontal line').click()
  await editor.tool('Code').click()
  await keys.type('hash')
  await editor.tool('Code').click()
  await keys.press('Enter')
  await editor.toolbar.getByRole('button', { name: 'Insert code block' }).first().click()
  await keys.type('sha256sum')
  await keys.press('Enter')
  await keys.press('Enter')
  await keys.press('Enter')
  await keys.type('undone')
  await editor.tool('Undo').click()
  await expect(editor.content).not.toContainText('undone')
  await editor.tool('Redo').click()
  await expect(editor.content).toContainText('undone')
  await editor.moveSelection('Home')
  await editor.toolbar.getByRole('button', { name: 'Insert table' }).first().click()
  await page.getByRole('button', { name: '2 × 2', exact: true }).click()
  await keys.type('Year')
  await keys.press('Tab')
  await keys.type('Work')
  await editor.content.getByText('undone').click()
  await editor.moveSelection('End')
  await keys.press('Enter')
  const choosing = page.waitForEvent('filechooser')
  await editor.tool('Upload image from computer').click()
  await (await choosing).setFiles(await createImage(page, 'toolbar'))
  await expect(editor.toast.polite).toContainText('Image uploaded')
  await expect(editor.content.locator('figure.image img[src^="/media/"]')).toBeVisible()

  await editor.content.locator('figure.image').click()
  await expect(editor.imageOptions).toBeVisible()
  await editor.imageOptions.getByLabel('Medium 50%').check()
  await editor.imageOptions.getByLabel('Right').check()
  await editor.imageOptions.getByLabel('Alternative text').fill('A green print')
  await editor.imageOptions.getByRole('button', { name: 'Apply' }).click()
  await expect(editor.content.locator('figure.image-size-50.image-align-right')).toBeVisible()

  const tool = (name: string) => page.locator('.ck-balloon-panel').getByRole('button', { name, exact: true })
  await tool('Large (75%)').click()
  await tool('Align left').click()
  await expect(editor.content.locator('figure.image-size-75.image-align-left')).toBeVisible()
  await tool('Change image text alternative').click()
  await page.getByLabel('Text alternative').fill('A red print')
  await keys.press('Enter')
  await expect(editor.content.getByRole('img', { name: 'A red print' })).toBeVisible()

  const data = await editor.data()
  expect(data).toContain([1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join(''))
  expect(data).toContain('<strong>bold</strong><i>italic</i><u>under</u><s>strike</s>')
  expect(data).toContain(
    '<span class="text-small"> Small</span><span class="text-large"> Large</span><span class="text-huge"> Huge</span> Normal',
  )
  expect(data).toContain('<p class="indent-1">moved</p>')
  expect(data).toContain('<ol><li>one</li><li>two</li></ol><ul><li>dot<ul><li>deep</li></ul></li></ul>')
  expect(data).toContain('<p><a href="https://example.org/a">plain</a></p>')
  expect(data).toContain('<oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></oembed>')
  expect(data).toContain(
    `${promoBlockHtml}<p>after</p><blockquote><p>Said</p></blockquote><hr><p><code>hash</code></p>` +
      '<pre><code>sha256sum</code></pre><figure class="table"><table><thead><tr><th>Year</th><th>Work</th></tr></thead>',
  )

  await editor.create.click()
  await expect(page).toHaveURL('/admin/blog')
  await expect(editor.toast.polite).toContainText('Post created')
  await new BlogListScreen(page).row('Every Button, Tried!').getByRole('link').click()
  await editor.content.waitFor()
  await expect(editor.heading).toHaveText('Edit Post')
  expect(withSortedAttributes(await editor.data())).toBe(withSortedAttributes(data))
  expect(elsewhere, 'requests to third parties').toEqual([])
  await editor.back.click()
  await expect(page, 'leaves without asking, because nothing changed').toHaveURL('/admin/blog')
})

test(
  'keeps all allowed HTML unchanged through a save',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/404 .*\/media\/gone-0123456789abcdef.webp/)
    const html =
      '<p class="indent-5">a<br>b <code>c</code> H<sub>2</sub>O x<sup>2</sup> &lt;b&gt; &amp; <span class="text-huge"><strong>x</strong></span></p>' +
      '<blockquote><p>Quote</p></blockquote><pre><code>let a = 1 &lt; 2\n  b</code></pre><hr>' +
      '<ol reversed="reversed" start="3"><li>x</li></ol><p>-</p><ul class="indent-1"><li>y<ol><li>z</li></ol></li></ul>' +
      '<figure class="image image-size-25 image-align-left"><a href="https://example.org"><img src="/media/gone-0123456789abcdef.webp" alt="A &quot;q&quot;"></a><figcaption>Cap <i>tion</i></figcaption></figure>' +
      '<p><a href="mailto:a@example.org" target="_blank" rel="noopener noreferrer">m</a> <a href="tel:+44">t</a> <a href="/blog">h</a></p>' +
      '<figure class="table"><table><thead><tr><th>Year</th><th>Work</th></tr></thead><tbody><tr><td colspan="2" rowspan="2"><p>a</p><blockquote><p>b</p></blockquote></td></tr><tr></tr></tbody></table><figcaption>Works</figcaption></figure>' +
      `<figure class="media"><oembed url="https://vimeo.com/76979871"></oembed></figure>${promoBlockHtml}<p>end</p>`
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.setData(html)
    const data = await editor.data()
    for (const piece of html.matchAll(/<[^>]+>/g)) expect.soft(data).toContain(piece[0])
    await editor.title.fill('Whole')
    await editor.create.click()
    await expect(page).toHaveURL('/admin/blog')
    const api = await adminApi(shop.url)
    const { posts } = await api.blog.adminList({ query: { search: 'Whole' } })
    await editor.open(posts[0]?.id)
    expect(withSortedAttributes(await editor.data())).toBe(withSortedAttributes(data))
    await editor.setData('<p><a href="javascript:alert(1)">bad</a> <a href="data:text/html,x">worse</a></p>')
    expect(await editor.data()).toBe('<p>bad worse</p>')
  },
)

test('loads a video only on request, by mouse or keyboard', { tag: '@deep' }, async ({ page }) => {
  const asked: string[] = []
  await page.route(/youtube|vimeo/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' })
  })
  const editor = new PostEditorScreen(page)
  await editor.open()
  const videos =
    '<figure class="media"><oembed url="https://youtu.be/dQw4w9WgXcQ"></oembed></figure>' +
    '<figure class="media"><oembed url="https://vimeo.com/76979871"></oembed></figure>'
  await editor.setData(videos)
  const loads = editor.content.getByRole('button', { name: 'Load preview' })
  await expect(loads).toHaveCount(2)
  expect(asked).toEqual([])
  await loads.first().click()
  await expect(editor.content.frameLocator('iframe').getByText('A player')).toBeVisible()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  await page.clock.install()
  await loads.first().focus()
  // Runs the timer with which CKEditor would move the focus back to its text.
  await page.clock.runFor(1_000)
  await expect(loads.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked.length).toBe(2)
  expect(await editor.data(), 'the text is unchanged').toBe(
    videos.replace('youtu.be/', 'www.youtube.com/watch?v='),
  )
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
  await editor.toast.polite.getByRole('link', { name: 'View post' }).click()
  await expect(await opening).toHaveURL('/blog/taken-2')
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
  await opened(() => editor.toast.polite.getByRole('link', { name: 'View post' }).click())
  await opened(() => editor.button('View').click())
  await page.keyboard.press('Control+s')
  const api = await adminApi(shop.url)
  const { posts } = await api.blog.adminList({ query: { search: 'In place' } })
  expect(posts, 'a save without a change makes no version').toMatchObject([{ title: 'In place', version: 2 }])

  await page.reload()
  await editor.content.waitFor()
  expect(await editor.data()).toBe('<p>First and third</p>')
  await editor.back.click()
  await opened(() => list.row('In place').getByRole('button', { name: 'View In place' }).click())
})

test('shows a scheduled post as scheduled in the editor, the filter and the list', async ({ page }) => {
  const editor = new PostEditorScreen(page)
  const list = new BlogListScreen(page)
  await editor.open()
  await editor.title.fill('For the new year')
  await editor.setData('<p>Later</p>')
  await editor.scheduled.fill('2090-01-01T09:30')
  await page.keyboard.press('Control+s')
  await expect(editor.toast.polite).toHaveText(toastText('Saved.', 'Publishes Jan 1, 2090, 09:30 UTC'))
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await editor.back.click()
  await list.status.selectOption('draft')
  await expect(list.row('For the new year')).toHaveCount(0)
  await list.status.selectOption('scheduled')
  await expect(list.row('For the new year')).toContainText('ScheduledPublishes Jan 1, 2090, 09:30 UTC')
  await expect(page.getByRole('button', { name: 'View For the new year' })).toHaveCount(0)
})

test('fills the window with the text in focus mode, until Escape', async ({ page }) => {
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

test('keeps the save bar at the bottom of a phone, where it covers nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const editor = new PostEditorScreen(page)
  await editor.open()
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
  await expect(page.getByRole('complementary')).toBeInViewport({ ratio: 1 })
})
