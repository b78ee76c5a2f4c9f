import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import { PostInput, UnfinishedPost } from '@priormark/core/blog/post'
import { cpuMilliseconds, isCostly } from '@priormark/core/testing/cpu-time'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { hostileHtml, ordinaryHtml } from '@priormark/core/testing/hostile-html'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cleanPostHtml, insecureImages } from '../../src/blog/post-html.ts'
import { imageNamesIn } from '../../src/blog/images/image-service.ts'
import { publishedHtml } from '../../src/blog/published-post.ts'
import { xssVectors } from '../../testing/xss-vectors.ts'

/** Everything that sanitized HTML may contain, by tag. Anything else is a hole. */
const cleanTag = new RegExp(
  [
    '</(?:h[1-6]|p|blockquote|pre|code|strong|i|u|s|sub|sup|ul|ol|li|figcaption|figure|a|span|section|oembed|table|caption|thead|tbody|tfoot|tr|th|td)>',
    '<(?:br|hr) />',
    '<(?:table|caption|thead|tbody|tfoot|tr)>',
    '<t[hd](?: colspan="\\d{1,2}")?(?: rowspan="\\d{1,2}")?>',
    '<(?:h[1-6]|p|blockquote|pre|code|strong|i|u|s|sub|sup|ul|li|figcaption|figure|a|section)(?: class="[a-z0-9 -]+")?>',
    '<ol(?: class="indent-\\d")?(?: start="\\d+")?(?: reversed(?:="")?)?>',
    '<span class="(?:text-(?:small|large|huge)|footnote)">',
    '<oembed url="https://(?:www\\.youtube\\.com/watch\\?v=[\\w-]{11}(?:&amp;t=\\d+s)?|vimeo\\.com/\\d+(?:/[0-9a-f]+)?(?:#t=\\d+s)?)">',
    '<a href="(?:https?://|mailto:|tel:|/(?!/)|#|\\?)[^"<>]*"(?: class="promo-block-link")?(?: target="_blank" rel="noopener noreferrer")?>',
    '<img src="(?:https?:/|)/[^"<>]*" alt="[^"<>]*"(?: width="\\d+")?(?: height="\\d+")? />',
  ].join('|'),
  'y',
)

/** Scans HTML like a parser. Returns the first piece that is neither text nor an allowed tag. */
function firstForbiddenPiece(html: string): string | null {
  for (let at = 0; at < html.length;) {
    if (html[at] !== '<') {
      at += 1
      continue
    }
    cleanTag.lastIndex = at
    const tag = cleanTag.exec(html)
    if (tag === null) return html.slice(at, at + 120)
    at += tag[0].length
  }
  return null
}

test.each(xssVectors)('executes nothing of %j', async (vector) => {
  const clean = await cleanPostHtml(vector)
  expect(firstForbiddenPiece(clean)).toBeNull()
  expect(await cleanPostHtml(clean)).toBe(clean)
  const inText = await cleanPostHtml(`<p>before ${vector} after</p>`)
  expect(firstForbiddenPiece(inText)).toBeNull()
})

test('outputs only what the editor can produce, and is idempotent', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...xssVectors),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<figure class="image">',
      '</figure>',
      '<figure class="table">',
      '<table>',
      '</table>',
      '<tr><td colspan="2">',
      '</td></tr>',
      '<span class="text-big">',
      '</span>',
      '<b',
    ),
    fc.constantFrom(
      '<oembed url="https://vimeo.com/12">',
      '<iframe src="https://youtu.be/dQw4w9WgXcQ">',
      '"',
      '<!--',
      '-->',
    ),
    fc.string({ maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const clean = await cleanPostHtml(pieces.join(''))
      expect(firstForbiddenPiece(clean)).toBeNull()
      expect(await cleanPostHtml(clean)).toBe(clean)
    }),
    propertyRuns({ normal: 150, deep: 2_000 }),
  )
})

test.each([
  '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  '<p><strong>b</strong><i>i</i><u>u</u><s>s</s> <span class="text-small">s</span><span class="text-huge">h</span></p>',
  '<ul><li>one<ul><li>nested</li></ul></li></ul><ol start="3"><li>three</li></ol>',
  '<p class="indent-1">in</p><h2 class="indent-5">far in</h2>',
  '<p><a href="https://example.org/?a=1&amp;b=2">w</a><a href="mailto:a@b.example">m</a><a href="tel:+441">t</a><a href="/terms#x">t</a></p>',
  '<figure class="image image-size-50 image-align-left"><img src="/media/a.webp" alt="A" width="10" height="20" /><figcaption>Cap <i>tion</i></figcaption></figure>',
  '<figure class="image"><a href="https://example.org"><img src="/media/a.webp" alt="" /></a></figure>',
  '<figure class="media"><oembed url="https://vimeo.com/123"></oembed></figure>',
  '<blockquote><p>q</p></blockquote><pre><code>a &lt; b</code></pre><hr />',
  '<figure class="table"><table><thead><tr><th>Year</th><th>Work</th></tr></thead><tbody><tr><td colspan="2" rowspan="3"><p>a</p><ul><li>b</li></ul></td></tr></tbody></table><figcaption>Works</figcaption></figure>',
  '<p>Fish &amp; chips &lt; 5€ “quoted” ünïcode 🎵</p>',
])('keeps what the editor produces: %s', async (html) => {
  expect(await cleanPostHtml(html)).toBe(html)
})

test('keeps the promo block with its attributes in any order', async () => {
  const clean = await cleanPostHtml(promoBlockHtml)
  expect(clean).toBe(
    promoBlockHtml.replace('<a class="promo-block-link" href="/">', '<a href="/" class="promo-block-link">'),
  )
})

test.each([
  ['<ul><li data-list-item-id="e5">x</li></ul>', '<ul><li>x</li></ul>'],
  ['<p><b>b</b><em>e</em><del>d</del><ins>i</ins></p>', '<p><strong>b</strong><i>e</i><s>d</s><u>i</u></p>'],
  [
    '<p>a <span style="color:red">b <span class="text-big">c</span> d</span></p>',
    '<p>a b <span class="text-large">c</span> d</p>',
  ],
  [
    '<figure class="image image_resized image-style-block-align-right" style="width:48.2%"><img src="/media/a.webp"></figure>',
    '<figure class="image image-align-right image-size-50"><img src="/media/a.webp" alt="" /></figure>',
  ],
  [
    '<table style="width:90em" onclick="x()"><colgroup><col width="9"></colgroup><caption>Works</caption><tr bgcolor="red"><th scope="col" colspan="1">a<td rowspan="999">b</table><p>x</p>',
    '<figure class="table"><table><caption>Works</caption><tr><th>a</th><td>b</td></tr></table></figure><p>x</p>',
  ],
  ['<figure class="image"><img src="data:image/png;base64,AA"></figure><p>x</p>', '<p>x</p>'],
  [
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1" allow="autoplay"></iframe>',
    '<figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></oembed></figure>',
  ],
  ...[
    'https://vimeo.com/showcase/1234567',
    'https://vimeo.com/event/4321',
    'https://www.youtube.com/playlist?list=PLx',
    'https://www.dailymotion.com/video/x8abc',
    'http://example.org/film.mp4?a=1&amp;b=2',
  ].flatMap((address): [string, string][] => {
    const link = `<a href="${address}">${address}</a>`
    return [
      [`<figure class="media"><oembed url="${address}"></oembed></figure><p>x</p>`, `<p>${link}</p><p>x</p>`],
      [`<p>See <iframe src="${address}"></iframe></p>`, `<p>See ${link}</p>`],
    ]
  }),
  [
    '<iframe src="//player.example/1"></iframe>',
    '<a href="https://player.example/1">https://player.example/1</a>',
  ],
  ['<figure class="media"><oembed url="javascript:alert(1)"></oembed></figure><p>x</p>', '<p>x</p>'],
  [
    '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e#t=1m5s"></iframe>',
    '<figure class="media"><oembed url="https://vimeo.com/76979871/8272103f6e#t=65s"></oembed></figure>',
  ],
  [
    '<figure class="media"><oembed url="https://youtu.be/dQw4w9WgXcQ?t=42"></oembed></figure>',
    '<figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=42s"></oembed></figure>',
  ],
  [
    '<p><a href="ftp://a.example">f</a> <a href="https://a.example" target="_blank">w</a></p>',
    '<p><a>f</a> <a href="https://a.example" target="_blank" rel="noopener noreferrer">w</a></p>',
  ],
])('%s becomes %s', async (from, to) => {
  expect(await cleanPostHtml(from)).toBe(to)
})

test('saving and showing hostile HTML takes no longer than twenty ordinary posts of its length', async () => {
  const saveAndShow = async (html: string) => {
    if (!v.is(PostInput, { title: 'Title', slug: 'title', content: html })) return
    expect(insecureImages(html)).toEqual([])
    const content = await cleanPostHtml(html)
    imageNamesIn({ content, featuredImage: null })
    publishedHtml(content, new Map())
    // As if it had been stored without sanitizing.
    publishedHtml(html, new Map())
  }
  // The first call also loads the sanitizer.
  await saveAndShow(ordinaryHtml)
  const ordinaryMs = await cpuMilliseconds(() => saveAndShow(ordinaryHtml))
  for (const html of hostileHtml) expect(await isCostly(() => saveAndShow(html), 20 * ordinaryMs)).toBe(false)
})

test('rejects elements nested so deeply that sanitizing them would take minutes', () => {
  const post = (content: string) => ({ title: 'Title', slug: 'title', content })
  const nested = (depth: number) => `${'<b>'.repeat(depth)}text${'</b>'.repeat(depth)}`
  expect(v.is(PostInput, post(nested(200)))).toBe(true)
  for (const schema of [PostInput, UnfinishedPost]) {
    expect(v.safeParse(schema, post(nested(201))).issues?.[0]?.message).toBe(
      'Content must have at most 200 elements inside one another',
    )
  }
})

test.each(['<svg><style></svg>', '<math><style></math>'])(
  'rejects nested elements after %s, where the first check sees none',
  async (opener) => {
    const content = opener + '<b>'.repeat(1_000)
    await expect(cleanPostHtml(content)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { content: ['Content must have at most 200 elements inside one another'] },
    })
  },
)

test('accepts elements nested as deeply as the first check allows, with a table at the bottom', async () => {
  const content = `${'<b>'.repeat(196)}<table><tbody><tr><td>a</td></tr></tbody></table>${'</b>'.repeat(196)}`
  expect(v.is(PostInput, { title: 'Title', slug: 'title', content })).toBe(true)
  expect(await cleanPostHtml(content)).toContain('<td>a</td>')
})

test('keeps galleries, bookmark cards and footnotes, and removes a gallery without images', async () => {
  const image =
    '<figure class="image"><img src="/media/a.webp" alt="A" /><figcaption>One</figcaption></figure>'
  const html =
    `<figure class="gallery">${image}${image}</figure>` +
    '<figure class="bookmark"><a href="https://example.org/"><strong>Title</strong></a><figcaption>Text</figcaption></figure>' +
    '<p>Text<span class="footnote">A note</span></p>'
  expect(await cleanPostHtml(html)).toBe(html)
  expect(await cleanPostHtml('<figure class="gallery"><img src="javascript:x" alt="" /></figure>')).toBe('')
})

test('numbers footnotes for readers and lists them at the end', () => {
  const note = (text: string) => `<span class="footnote">${text}</span>`
  expect(publishedHtml(`<p>One${note('First')}, two${note('Second')}</p>`)).toBe(
    '<p>One<sup id="reference-1"><a href="#note-1">1</a></sup>, two<sup id="reference-2"><a href="#note-2">2</a></sup></p>' +
      '<section class="footnotes" aria-label="Footnotes"><ol>' +
      '<li id="note-1">First <a href="#reference-1" aria-label="Back to the text">↩</a></li>' +
      '<li id="note-2">Second <a href="#reference-2" aria-label="Back to the text">↩</a></li></ol></section>',
  )
  expect(publishedHtml('<p>None</p>')).toBe('<p>None</p>')
})

test('moves headings below the title of the page if one is at its level', () => {
  expect(publishedHtml(`<h1 class="indent-1">A</h1><h2>B</h2><h6>C</h6>${promoBlockHtml}`)).toBe(
    `<h2 class="indent-1">A</h2><h3>B</h3><h6>C</h6>${promoBlockHtml}`,
  )
  expect(publishedHtml('<h2>B</h2>')).toBe('<h2>B</h2>')
})
