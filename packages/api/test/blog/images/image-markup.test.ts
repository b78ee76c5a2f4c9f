import { expect, test } from 'vitest'
import { publishedHtml } from '../../../src/blog/published-post.ts'

test('images of a page get their dimensions and smaller variants', () => {
  const image = {
    name: 'a-0123456789abcdef.webp',
    url: '/media/a-0123456789abcdef.webp',
    size: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    width: 1000,
    height: 500,
    widths: [320, 640, 1000],
  }
  const html =
    '<p>x</p><figure class="image image-size-50"><img src="/media/a-0123456789abcdef.webp" alt="A &quot;b&quot;" width="3" /></figure><img src="https://example.org/b.jpg" alt="" />'
  expect(publishedHtml(html, new Map([[image.name, image]]))).toBe(
    '<p>x</p><figure class="image image-size-50"><img src="/media/a-0123456789abcdef.webp"' +
      ' srcset="/media/320/a-0123456789abcdef.webp 320w, /media/640/a-0123456789abcdef.webp 640w, /media/a-0123456789abcdef.webp 1000w"' +
      ' sizes="(min-width: 760px) 360px, 50vw" width="1000" height="500" alt="A &quot;b&quot;" loading="lazy" decoding="async"></figure>' +
      '<img src="https://example.org/b.jpg" alt="" loading="lazy" decoding="async">',
  )
})
