import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { BlogListScreen } from '../testing/screens/blog-list.screen.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

/** Sorts the attributes of each tag, so that their order does not matter. */
function withSortedAttributes(html: string): string {
  return html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_tag, name: string, attributes: string) =>
    [`<${name}`, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(' ').concat('>'),
  )
}

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

test(
  'writes HTML that the server keeps with every toolbar button',
  { tag: '@deep' },
  async ({ page, shop }) => {
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

    const tool = (name: string) =>
      page.locator('.ck-balloon-panel').getByRole('button', { name, exact: true })
    await tool('Large (75%)').click()
    await tool('Align left').click()
    await expect(editor.content.locator('figure.image-size-75.image-align-left')).toBeVisible()
    await tool('Change image text alternative').click()
    await page.getByLabel('Text alternative').fill('A red print')
    await keys.press('Enter')
    await expect(editor.content.getByRole('img', { name: 'A red print' })).toBeVisible()

    const data = await editor.data()
    expect(data).toContain(
      [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join(''),
    )
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
  },
)

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

test('keeps a video that cannot be embedded as a link, and says so', async ({ page }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  const address = 'https://vimeo.com/showcase/1234567'
  await editor.setData(
    `<figure class="media"><oembed url="${address}"></oembed></figure><iframe src="https://youtu.be/dQw4w9WgXcQ?t=5"></iframe>`,
  )
  await expect(editor.toast.polite).toContainText('Only single videos of YouTube and Vimeo play in a post.')
  expect(await editor.data()).toBe(
    `<p><a href="${address}">${address}</a></p>` +
      '<figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=5s"></oembed></figure>',
  )
})

test(
  'brings back the toolbar of an image in a table after its options',
  { tag: '@deep' },
  async ({ page, shop }) => {
    const editor = new PostEditorScreen(page)
    await editor.open()
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array((await createImage(page, 'cell')).buffer)]), 'cell.png')
    const { url } = await (await adminApi(shop.url)).images.upload({ form })
    const figure = `<figure class="image"><img src="${url}"></figure>`
    await editor.setData(
      `<table><tbody><tr><td>Left</td><td><p>Right</p>${figure}</td></tr></tbody></table><p>Below</p>`,
    )
    await editor.content.locator('td figure.image').click()
    await editor.imageOptions.getByLabel('Small 25%').check()
    await editor.imageOptions.getByLabel('Alternative text').press('Enter')
    await expect(editor.imageOptions).toBeHidden()
    await page.locator('.ck-balloon-panel').getByRole('button', { name: 'Align left', exact: true }).click()
    await expect(editor.content.locator('td figure.image-size-25.image-align-left')).toBeVisible()
  },
)
