import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expectAccessible } from './axe-scan.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

test.beforeEach(async ({ page }) => {
  await new LoginScreen(page).logInByApi()
})

/** Reads HTML with the structure that another program puts on the clipboard. */
const clipboard = (name: string) => readFile(path.join(import.meta.dirname, 'clipboard', name), 'utf8')

test('cleans HTML pasted from Word and Google Docs', { tag: '@deep' }, async ({ page }) => {
  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.paste(await clipboard('word.html'))
  expect(await editor.data()).toBe(
    '<h1>Registering a song</h1><p>Write the date <strong>first</strong>, then the <i>words</i>, then <u>sign</u> and <s>wait</s>.</p>' +
      '<p>See <a href="https://example.org/guide?a=1&amp;b=2">the guide</a>.</p>' +
      '<ul><li>A melody</li><li>A lyric</li></ul><ol><li>Record it</li><li>Keep it</li></ol>',
  )
  await editor.setData('')
  await editor.paste(await clipboard('google-docs.html'))
  expect(await editor.data()).toBe(
    '<h2>What to keep</h2><p>Keep the <strong>file</strong> and the <i>hash</i><a href="https://example.org/keep"> together</a></p>' +
      '<ul><li>On a disk</li><li>On paper</li></ul>',
  )
})

const lists =
  '<ol><li>Write<ol><li>by hand<ul><li>in ink</li></ul></li></ol></li><li>Keep</li></ol><p>&nbsp;</p>' +
  '<ol><li>Register</li><li>Publish</li></ol>'

const table = (...names: string[]) =>
  `<figure class="table"><table><tbody>${row(...names)}${row('2026', 'Saltwater')}</tbody></table></figure>`
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

test(
  'keeps lists, footnotes, tables and quotes of a Word report, without its review markup',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    // Word's comments contain event handlers, which the Content Security Policy blocks.
    browserErrors.allow(/inline event handler/)
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.paste(await clipboard('word-report.html'))
    expect(await editor.data()).toBe(
      '<p>Who wrote it first</p><h2>Evidence</h2><p>She said “keep it” – and we’ll agree…<sup>1</sup></p>' +
        `<p>The date is exact, see the table.</p>${lists}` +
        `${table('<strong>Year</strong>', '<strong>Work</strong>')}<p>The end.</p>` +
        '<hr><p><sup>1</sup> In a letter of <i>1998</i>.</p>',
    )
    await expect(editor.toast.urgent, 'its image is a file on another computer').toContainText(
      'Image not added',
    )
  },
)

test(
  'keeps lists, tables, images and quotes of a Google Docs report',
  { tag: '@deep' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/googleusercontent/)
    await page.route('https://lh7-rt.googleusercontent.com/**', (route) => route.abort())
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.paste(await clipboard('google-docs-report.html'))
    const data = (await editor.data()).replace(/ style="[^"]*"/, '')
    expect(data).toBe(
      '<h1>Notes on proof</h1><p>She said “keep it” – and we’ll agree… H<sub>2</sub>O, <s>struck</s> and <i><strong>both</strong></i>.</p>' +
        `${lists}${table('Year', 'Work')}` +
        '<figure class="image"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=x" width="120" height="80"></figure>' +
        '<p><a href="https://example.org/keep">Read on</a> about it.</p>',
    )
  },
)

test(
  'keeps a table pasted from a web page in the post, its preview and the feed, and lets readers scroll it',
  { tag: '@deep' },
  async ({ page, newVisitor, browserErrors }) => {
    browserErrors.allow(/inline event handler/)
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.title.fill('Ten columns')
    await editor.paste(await clipboard('web-table.html'))
    const pasted = await editor.data()
    expect(pasted).toMatch(/^<figure class="table"><table><thead><tr><th>Year<\/th>/)
    expect(pasted).toContain('<th rowspan="2">2026</th><td><strong>Saltwater</strong></td>')
    expect(pasted).toContain('<td colspan="2"><p>Self-published</p><ul><li>digital</li></ul></td>')
    expect(pasted).toContain('<figcaption><strong>Registered works</strong></figcaption></figure>')
    expect(pasted).not.toMatch(/style=|onclick|<col/)

    await editor.status.selectOption('published')
    const [preview] = await Promise.all([page.waitForEvent('popup'), editor.button('Preview').click()])
    await expect(preview.getByRole('cell', { name: 'Harbour Lights' })).toBeVisible()
    await editor.create.click()
    await expect(page).toHaveURL('/admin/blog')
    const reader = await newVisitor()
    await reader.setViewportSize({ width: 390, height: 800 })
    await reader.goto('/blog/ten-columns')
    const shown = reader.getByRole('figure').filter({ has: reader.getByRole('table') })
    await shown.focus()
    await reader.keyboard.press('End')
    await reader.keyboard.press('ArrowRight')
    await expect.poll(() => shown.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(reader, 'a post with a wide table')
    const feed = await (await reader.request.get('/blog/feed.xml')).text()
    expect(feed).toContain('&#60;td&#62;Harbour Lights&#60;/td&#62;')
  },
)

test(
  'explains why an image that readers could not see is rejected: when pasted, at its field, and by the server',
  { tag: '@deep' },
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/400 .*\/blog\/posts|Mixed Content|Content Security Policy|example\.org\/a\.jpg/)
    const editor = new PostEditorScreen(page)
    await editor.open()
    await editor.paste('<p>Text</p><img src="http://example.org/a.jpg"><img src="file:///C:/a.png">')
    expect(await editor.data()).toBe('<p>Text</p>')
    await editor.paste('<img src="http://example.org/a.jpg">')
    await expect(editor.toast.urgent).toContainText(
      'It is at an http:// address, which browsers do not show on our pages. Upload it to the library, or use its https:// address.',
    )
    await editor.paste(`<img src="${shop.url}/media/gone-0123456789abcdef.webp">`)
    browserErrors.allow(/404 .*\/media\/gone/)
    expect(await editor.data()).toContain('src="/media/gone-0123456789abcdef.webp"')
    await editor.paste('<img src="https://example.org/a.jpg">')
    await expect(editor.toast.urgent).toContainText('They’re still at example.org')
    await editor.setData('<p>Text</p>')
    await editor.title.fill('Insecure')
    await editor.featuredImage.fill('http://example.org/a.jpg')
    await editor.create.click()
    await expect(editor.featuredImage).toHaveAccessibleDescription(/^The image is at an http:\/\/ address/)
    await editor.featuredImage.fill('')
    await editor.create.click()
    await expect(page).toHaveURL('/admin/blog')
    const { posts } = await (await adminApi(shop.url)).blog.adminList({ query: { search: 'Insecure' } })
    expect(posts).toHaveLength(1)
  },
)
