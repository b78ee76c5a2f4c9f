import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import type { Locator } from '@playwright/test'
import { createImage } from '../testing/test-image.ts'
import { expect, test } from './fixtures.ts'
import { LoginScreen } from '../testing/screens/login.screen.ts'
import { PostEditorScreen } from '../testing/screens/post-editor.screen.ts'
import { PostScreen } from '../testing/screens/post.screen.ts'
import { adminApi } from '../testing/shop-api.ts'

/** The visible styles of an element. */
const properties = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'lineHeight',
  'letterSpacing',
  'textAlign',
  'textDecorationLine',
  'verticalAlign',
  'listStyleType',
  'color',
  'backgroundColor',
  'paddingLeft',
  'marginLeft',
] as const

/** A selector for every kind of content. */
const selectors = [
  'h2',
  'h3:not(.promo-block-title)',
  'h4',
  'h5',
  'h6',
  'p:not([class])',
  'blockquote',
  'blockquote p',
  'ul:not(ul ul)',
  'ul ul',
  'ol:not(ol ol)',
  'ol ol',
  'li',
  'pre',
  'pre code',
  'p code',
  'hr',
  'p a',
  'strong',
  'i',
  'u',
  's',
  'sub',
  'sup',
  '.text-small',
  '.text-large',
  '.text-huge',
  '.indent-1',
  '.indent-2',
  '.indent-3',
  '.indent-4',
  '.indent-5',
  'figcaption',
  'table',
  'th',
  'td',
  '.promo-block',
  '.promo-block-kicker',
  '.promo-block-title',
  '.promo-block-text',
  '.promo-block-link',
]

/** Returns the styles of the first element of every selector, and the relative width and position of each image. */
function readStyles(texts: Locator): Promise<Record<string, unknown>> {
  return texts.evaluateAll(
    (roots, { names, styles }) => {
      const find = (name: string) =>
        roots.flatMap((root) => Array.from(root.querySelectorAll(name)))[0] ?? null
      const shown: Record<string, unknown> = {}
      for (const name of names) {
        const element = find(name)
        const computed = element === null ? null : getComputedStyle(element)
        shown[name] = computed === null ? 'missing' : styles.map((style) => `${style}: ${computed[style]}`)
      }
      for (const root of roots) {
        const { paddingLeft, paddingRight } = getComputedStyle(root)
        const contentWidth = root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        const start = root.getBoundingClientRect().left + parseFloat(paddingLeft)
        for (const image of root.querySelectorAll('figure.image img')) {
          const { left, width } = image.getBoundingClientRect()
          const percent = (pixels: number) => Math.round((pixels / contentWidth) * 100)
          shown[`image '${image.getAttribute('alt')}'`] = {
            widthPercent: percent(width),
            leftPercent: percent(left - start),
            float: getComputedStyle(image.closest('figure') ?? image).float,
          }
        }
      }
      return shown
    },
    { names: selectors, styles: [...properties] },
  )
}

test('renders content with the same styles in the editor and on the public page', async ({ page, shop }) => {
  await new LoginScreen(page).logInByApi()
  const api = await adminApi(shop.url)
  const drawn = await createImage(page, 'styles')
  const form = new FormData()
  form.append('image', new File([new Uint8Array(drawn.buffer)], drawn.name, { type: drawn.mimeType }))
  const { url } = await api.images.upload({ form })
  const image = (alt: string, classes: string) =>
    `<figure class="image ${classes}"><img src="${url}" alt="${alt}"><figcaption>Caption of ${alt}</figcaption></figure>`
  // With a first-level heading, all levels would move down when published.
  const levels = [2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join('')
  const indents = [1, 2, 3, 4, 5].map((depth) => `<p class="indent-${depth}">Deep ${depth}</p>`).join('')
  const html =
    '<p>Plain, <strong>bold</strong>, <i>italic</i>, <u>under</u>, <s>struck</s>, H<sub>2</sub>O, x<sup>2</sup>, <code>code</code>, <a href="/terms">link</a>,' +
    ' <span class="text-small">small</span> <span class="text-large">large</span> <span class="text-huge">huge</span></p>' +
    `${levels}<p>Between</p>${indents}<blockquote><p>Quoted</p></blockquote>` +
    '<ul><li>dot<ul><li>circle</li></ul></li></ul><p>-</p><ol><li>one<ol><li>letter</li></ol></li></ol>' +
    `<pre><code>let a = 1</code></pre><hr>${promoBlockHtml}` +
    '<figure class="table"><table><thead><tr><th>Year</th></tr></thead><tbody><tr><td>2026</td></tr></tbody></table></figure>' +
    image('small left', 'image-size-25 image-align-left') +
    image('medium right', 'image-size-50 image-align-right') +
    image('large center', 'image-size-75 image-align-center') +
    image('full', 'image-size-100 image-align-center') +
    '<p>End</p>'

  const editor = new PostEditorScreen(page)
  await editor.open()
  await editor.title.fill('All styles')
  await editor.setData(html)
  await editor.status.selectOption('published')
  await expect(editor.content.locator('figure img')).toHaveCount(4)
  const inEditor = await readStyles(editor.content)
  await editor.create.click()
  await expect(page).toHaveURL('/admin/blog')

  const post = new PostScreen(page)
  await post.open('all-styles')
  await expect(post.heading.first()).toHaveText('All styles')
  const onPage = await readStyles(post.article.locator('.prose'))
  expect(Object.values(onPage), 'every selector matches').not.toContain('missing')
  expect(inEditor).toEqual(onPage)
})
