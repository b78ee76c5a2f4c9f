import { describe, expect, test } from 'vitest'
import { pageAt } from '../../../src/rendering/pages.ts'
import { cards, render, renderList, publicUrl, shownPost, textOf } from './blog-fixtures.ts'

const longExcerpt = 'word '.repeat(60)

describe('the list of posts', () => {
  const page = renderList({ posts: cards(10), total: 64 })
  const text = textOf(page.html)

  test('links cards to their posts', () => {
    expect(page.status).toBe(200)
    expect(page.html.match(/<li class="card"/g)).toHaveLength(10)
    expect(page.html).toContain('<a href="/blog/post-1">Post 1</a>')
    expect(text).toContain('Apr 28, 2025')
    expect(text).toContain('In short.')
  })

  test('truncates an excerpt to 150 characters and shows at most three tags', () => {
    const { html } = renderList({ posts: [{ ...shownPost, excerpt: longExcerpt }], total: 1 })
    const shown = /<p class="card-excerpt">(.*?)<\/p>/.exec(html)?.[1] ?? ''
    expect(shown.length).toBeLessThanOrEqual(151)
    expect(shown).toMatch(/^word word.*word…$/)
    expect(html).toContain('<li>Drafts</li>')
    expect(html).not.toContain('<li>Law</li>')
  })

  test('gives every image a size and sources, and loads only the first eagerly', () => {
    const images = page.html.match(/<img[^>]*>/g) ?? []
    expect(images).toHaveLength(10)
    for (const image of images) {
      expect(image).toMatch(/width="1920" height="1080"/)
      expect(image).toContain('/media/640/plate-0123456789abcdef.webp 640w')
    }
    expect(images.filter((image) => image.includes('loading="lazy"'))).toHaveLength(9)
    expect(page.head).toMatch(/<link rel="preload" as="image"/)
    expect(page.html).not.toContain('rel="preload"')
  })

  test('links the first five pages and the next page', () => {
    const numbers = Array.from(page.html.matchAll(/aria-label="Page (\d)"/g), ([, number]) => number)
    expect(numbers).toEqual(['1', '2', '3', '4', '5'])
    expect(page.html).toMatch(/href="\/blog\?page=2" rel="next">Next</)
    expect(page.html).not.toContain('rel="prev">')
    const late = renderList({ posts: cards(10), total: 64, page: 6, search: 'a b' }).html
    expect(late).toContain('href="/blog?search=a%20b&amp;page=7"')
    expect(late).toContain('href="/blog?search=a%20b&amp;page=5"')
    expect(textOf(late)).toContain('Page 6 of 7')
  })

  test('shows no page numbers for a single page', () => {
    expect(renderList({ posts: cards(3), total: 3 }).html).not.toContain('aria-label="Pages"')
  })

  test('searches with a plain form', () => {
    expect(page.html).toMatch(/<form class="search" action="\/blog" method="get">/)
    expect(page.html).toMatch(/type="search"[^>]* name="search"/)
  })

  test('shows the search text and a link that clears it', () => {
    const { html, head } = renderList({ posts: cards(1), total: 1, search: 'melody <b>' })
    expect(textOf(html)).toContain('Search results for “melody &lt;b&gt;” : 1 post')
    expect(html).toContain('<a href="/blog" aria-label="Clear search">')
    expect(html).toContain('value="melody &lt;b&gt;"')
    expect(head).toContain('content="noindex"')
  })

  test('links the feed, the canonical address and the neighboring pages', () => {
    const { head } = renderList({ posts: cards(10), total: 64, page: 2 })
    expect(head).toContain(`<link rel="canonical" href="${publicUrl}/blog?page=2">`)
    expect(head).toContain(`<link rel="prev" href="${publicUrl}/blog">`)
    expect(head).toContain(`<link rel="next" href="${publicUrl}/blog?page=3">`)
    expect(head).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]*\/blog\/feed\.xml">/)
  })
})

describe('the list without posts', () => {
  test('shows a message for an empty blog', () => {
    const text = textOf(renderList().html)
    expect(text).toContain('No blog posts found')
    expect(text).toContain("We haven't published any posts yet. Check back soon!")
  })

  test('shows the search text if nothing matches', () => {
    const text = textOf(renderList({ search: 'zebra' }).html)
    expect(text).toContain('No blog posts found')
    expect(text).toContain('No posts match "zebra".')
    expect(text).not.toContain('Check back soon')
  })

  test('returns 404 for a page past the last one', () => {
    const { status, html, head } = renderList({ page: 9, total: 12 })
    expect(status).toBe(404)
    expect(html).toContain('href="/blog"')
    expect(head).toContain('noindex')
  })

  test('shows a rate-limited visitor when to search again', () => {
    const view = { kind: 'list-limited', search: 'x', page: 2, retryAfterSeconds: 40 } as const
    const { status, html, head } = render(view, '/blog')
    expect(status).toBe(429)
    expect(head).toContain('noindex')
    expect(textOf(html)).toContain('Too many searches')
    expect(textOf(html)).toContain('Please try again in 40 seconds')
    expect(html).toMatch(/href="\/blog\?search=x&amp;page=2"[^>]*>Search again</)
  })

  test('shows an error with a link to retry', () => {
    const { status, html } = render({ kind: 'list-failed', search: 'x', page: 2 }, '/blog')
    expect(status).toBe(503)
    expect(textOf(html)).toContain(
      "Error Loading Blog Posts We couldn't load the blog posts. Please try again later. Retry",
    )
    expect(html).toMatch(/href="\/blog\?search=x&amp;page=2"[^>]*>Retry</)
  })
})

test('pageAt finds the page of a blog address', () => {
  expect(pageAt('/blog').path).toBe('/blog')
  expect(pageAt('/blog/a-post').path).toBe('/blog/:slug')
  expect(pageAt('/blog/test/post').path).toBe('/blog/test/post')
  expect(pageAt('/blog/preview/abc').path).toBe('/blog/preview/:token')
  expect(pageAt('/blog/a/b').path).toBe('*')
  expect(pageAt('/Blog').path).toBe('*')
})
