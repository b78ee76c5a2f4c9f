import Validator from '@adobe/structured-data-validator'
import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds, isCostly } from '@priormark/core/testing/cpu-time'
import { hostileHtml, ordinaryHtml } from '@priormark/core/testing/hostile-html'
import { bodyParts } from '../../../src/public/blog/post-body.ts'
import { render, renderList, renderPost, publicUrl, textOf } from './blog-fixtures.ts'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>${index + 1}</p>`).join('')
const video = (url: string) => `<figure class="media"><oembed url="${url}"></oembed></figure>`

const paragraph = fc.constantFrom('<p>Text</p>', '<p class="indent-1">a <strong>b</strong><br>c</p>')
const { inner } = fc.letrec<{ inner: string }>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    paragraph,
    ...[
      ['<blockquote>', '</blockquote>'],
      ['<ul><li>', '</li></ul>'],
      ['<ol><li>one</li><li>', '</li></ol>'],
      ['<figure class="table"><table><tbody><tr><td>', '</td><td>x</td></tr></tbody></table></figure>'],
    ].map(([open, close]) =>
      fc.array(tie('inner'), { maxLength: 5 }).map((parts) => `${open}${parts.join('')}${close}`),
    ),
  ),
}))

/** A top-level element of a post. */
const block = fc.oneof(
  paragraph.map((html) => ({ html, isParagraph: true })),
  inner.filter((html) => !html.startsWith('<p')).map((html) => ({ html, isParagraph: false })),
  fc
    .constantFrom(
      '<h2>Head</h2>',
      '<hr>',
      '<p> </p>',
      '<pre><code>a</code></pre>',
      '<figure class="image"><img src="/a"></figure>',
    )
    .map((html) => ({ html, isParagraph: false })),
)

/** Checks that every element of the HTML ends in it. */
function expectBalanced(html: string): void {
  const open: string[] = []
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (/^(?:br|hr|img)$/.test(name)) continue
    if (closing === '') open.push(name)
    else expect(open.pop()).toBe(name)
  }
  expect(open).toEqual([])
}

describe('a post', () => {
  const page = renderPost()
  const text = textOf(page.html)

  test('renders completely on the server', () => {
    expect(page.status).toBe(200)
    for (const part of [
      'How a melody is "dated" & kept',
      'Apr 28, 2025',
      'Maya',
      'Guides',
      'First.',
      'Third.',
      'Law',
      'Facebook',
      'Twitter',
      'LinkedIn',
      'Copy link',
      'Drag and drop your file here',
      'I agree to the terms',
      'Continue to payment',
    ]) {
      expect(text).toContain(part)
    }
    expect(page.html).toContain('srcSet="/media/320/plate-0123456789abcdef.webp 320w')
    expect(page.html).toMatch(/width="1920" height="1080"/)
  })

  test('does not repeat its text in the page data', () => {
    expect(page.data).not.toContain('First.')
  })

  test('has no inline styles, which the Content Security Policy would block', () => {
    expect(page.html).not.toMatch(/\sstyle="/)
  })

  test('has plain share links', () => {
    const address = encodeURIComponent(`${publicUrl}/blog/how-a-melody-is-dated`)
    expect(page.html).toContain(`https://www.facebook.com/sharer/sharer.php?u=${address}`)
    expect(page.html).toContain(`https://twitter.com/intent/tweet?url=${address}&amp;text=How%20a%20melody`)
    expect(page.html).toContain(`https://www.linkedin.com/sharing/share-offsite/?url=${address}`)
    expect(page.html).toContain(`data-copies="${publicUrl}/blog/how-a-melody-is-dated"`)
  })

  test('uses its meta fields for social networks and search engines', () => {
    for (const tag of [
      '<title>Dating a melody | Priormark</title>',
      '<meta name="description" content="What a fingerprint proves.">',
      '<meta name="keywords" content="melody, proof">',
      '<meta property="og:type" content="article">',
      '<meta property="og:title" content="Dating a melody">',
      '<meta property="og:image" content="https://priormark.example/media/plate-0123456789abcdef.webp">',
      '<meta property="og:image:width" content="1920">',
      '<meta property="article:published_time" content="2025-04-28T09:00:00.000Z">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta name="twitter:description" content="What a fingerprint proves.">',
      '<link rel="canonical" href="https://priormark.example/blog/how-a-melody-is-dated">',
    ]) {
      expect(page.head).toContain(tag)
    }
    expect(page.head).toContain('application/rss+xml')
    expect(page.head).not.toContain('noindex')
  })

  test('falls back to its title and excerpt if the meta fields are empty', () => {
    const bare = renderPost({
      metaTitle: null,
      metaDescription: null,
      metaKeywords: null,
      featuredImage: null,
      featuredImageEntry: null,
    })
    expect(bare.head).toContain('<title>How a melody is &#34;dated&#34; &#38; kept | Priormark</title>')
    expect(bare.head).toContain('<meta name="description" content="In short.">')
    expect(bare.head).toContain(
      '<meta property="og:image" content="https://priormark.example/share/post/how-a-melody-is-dated.png">',
    )
    expect(bare.head).toContain('<meta property="og:image:width" content="1200">')
    expect(bare.head).toContain('<meta name="twitter:card" content="summary_large_image">')
  })

  test('escapes its title in the head', () => {
    const { head } = renderPost({ title: '</script><script>alert(1)</script>', metaTitle: '"><script>' })
    expect(head).not.toMatch(/<script>/)
    expect(head.match(/<\/script>/g)).toHaveLength(2)
  })
})

describe('the structured data', () => {
  const extract = (html: string) => new WebAutoExtractor({ addLocation: true, embedSource: [] }).parse(html)

  test('of a post is valid for search engines', async () => {
    const extracted = extract(renderPost().head)
    expect(Object.keys(extracted.jsonld).sort()).toEqual(['BlogPosting', 'BreadcrumbList'])
    expect(extracted.errors ?? []).toEqual([])
    expect(await new Validator().validate(extracted)).toEqual([])
    expect(extracted.jsonld['BlogPosting']?.[0]).toMatchObject({
      headline: 'How a melody is "dated" & kept',
      datePublished: '2025-04-28T09:00:00.000Z',
      dateModified: '2025-05-02T09:00:00.000Z',
      author: { '@type': 'Person', name: 'Maya', url: expect.stringMatching(/^https:/) },
      image: { '@type': 'ImageObject', url: expect.stringMatching(/^https:/), width: 1920 },
      publisher: { '@type': 'Organization', name: 'Priormark' },
    })
  })

  test('of the list is valid, and the validator rejects incomplete data', async () => {
    const extracted = extract(renderList().head)
    expect(await new Validator().validate(extracted)).toEqual([])
    const broken = extract(
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList"}</script>',
    )
    expect(await new Validator().validate(broken)).not.toEqual([])
  })
})

describe('the banner', () => {
  const title = 'Protect Your Idea With Blockchain'

  test('appears after about a third of a post with more than three paragraphs', () => {
    expect(textOf(renderPost({ content: paragraphs(3) }).html)).not.toContain(title)
    const { html } = renderPost({ content: paragraphs(9) })
    expect(html.indexOf('<p>3</p>')).toBeLessThan(html.indexOf(title))
    expect(html.indexOf(title)).toBeLessThan(html.indexOf('<p>4</p>'))
    expect(html).toMatch(/href="#protect-now"[^>]*>Protect your idea</)
    expect(html).toContain('id="protect-now"')
  })

  test('appears only between top-level paragraphs', () => {
    const quote = `<blockquote>${paragraphs(5)}</blockquote>`
    expect(bodyParts(quote + paragraphs(3))).toHaveLength(1)
    const [before] = bodyParts(
      `<p>a<br>b</p><figure class="image"><img src="/media/a.webp" alt=""></figure>${quote}${paragraphs(5)}`,
    )
    expect(before.endsWith('<p>1</p>')).toBe(true)
  })

  test('never splits a table, a list, a quote or any other element', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const content = blocks.map(({ html }) => html).join('')
        const parts = bodyParts(content)
        const paragraphCount = blocks.filter(({ isParagraph }) => isParagraph).length
        expect(parts).toHaveLength(paragraphCount > 3 ? 2 : 1)
        for (const part of parts) expectBalanced(part)
        if (parts.length === 1) return
        const [before] = parts
        expect(before.endsWith('</p>')).toBe(true)
        expect(parts.join('').replaceAll(' tabindex="0"', '')).toBe(content)
        const endOfBefore = before.replaceAll(' tabindex="0"', '').length
        let end = 0
        const ends = blocks.flatMap(({ html, isParagraph }) => {
          end += html.length
          return isParagraph ? [end] : []
        })
        expect(ends.indexOf(endOfBefore) + 1).toBe(Math.round(paragraphCount / 3))
      }),
      propertyRuns({ normal: 300, deep: 20_000 }),
    )
  })

  test('is marked in a preview only', () => {
    const note = 'Posts with more than three paragraphs get this banner here.'
    expect(textOf(renderPost({ content: paragraphs(9) }, true).html)).toContain(note)
    expect(textOf(renderPost({ content: paragraphs(3) }, true).html)).not.toContain(note)
    expect(textOf(renderPost({ content: paragraphs(9) }).html)).not.toContain(note)
  })

  test('does not count videos, promo blocks and empty paragraphs', () => {
    const content = `${video('https://vimeo.com/1')}${promoBlockHtml}<p> </p><p>&nbsp;</p>${paragraphs(3)}`
    expect(bodyParts(content)).toHaveLength(1)
    expect(bodyParts(content + paragraphs(1))).toHaveLength(2)
  })
})

describe('a video', () => {
  const { html } = renderPost({ content: video('https://www.youtube.com/watch?v=dQw4w9WgXcQ') })

  test('loads nothing until it is played', () => {
    expect(html).not.toMatch(/<iframe|src="https?:/)
    expect(html).toContain('data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
    expect(html).toMatch(/<a href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ"[^>]*>Watch on YouTube/)
  })
})

describe('a missing post, a preview and the sample post', () => {
  test('responds 404 with a link to the blog for a missing post', () => {
    const { status, html, head } = render({ kind: 'post-missing' }, '/blog/gone')
    expect(render({ kind: 'post-missing' }, '/blog/a%2Fb').html).toBe(html)
    expect(status).toBe(404)
    expect(textOf(html)).toContain(
      "Error Loading Blog Post We couldn't find the blog post you're looking for. Back to Blog",
    )
    expect(html).not.toContain('name="firstName"')
    expect(head).toContain('noindex')
  })

  test('marks a preview and keeps it out of search engines', () => {
    const { html, head } = renderPost({}, true)
    expect(textOf(html)).toContain('Preview.')
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toContain('canonical')
  })

  test('renders the built-in sample post without indexing it', () => {
    const { status, html, head } = render({ kind: 'sample-post' }, '/blog/test/post')
    expect(status).toBe(200)
    expect(textOf(html)).toContain('Protect Your Idea With Blockchain')
    expect(html).toContain('promo-block')
    expect(head).toContain('noindex')
  })
})

test('hostile HTML takes no longer than twenty ordinary posts of its length', async () => {
  const ordinaryMs = await cpuMilliseconds(() => bodyParts(ordinaryHtml))
  for (const html of hostileHtml) expect(await isCostly(() => bodyParts(html), 20 * ordinaryMs)).toBe(false)
})
