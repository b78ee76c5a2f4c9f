import { describe, expect, test } from 'vitest'
import { pageAt } from '../src/app/pages.ts'
import { cards, draw, drawList, publicUrl, shownPost, wordsOf } from './blog-fixtures.ts'

const longExcerpt = 'word '.repeat(60)

describe('the list of posts', () => {
  const page = drawList({ posts: cards(10), total: 64 })
  const words = wordsOf(page.html)

  test('shows cards that lead to their posts', () => {
    expect(page.status).toBe(200)
    expect(page.html.match(/<li class="card"/g)).toHaveLength(10)
    expect(page.html).toContain('<a href="/blog/post-1">Post 1</a>')
    expect(words).toContain('Apr 28, 2025')
    expect(words).toContain('In short.')
  })

  test('cuts an excerpt at 150 characters and shows three tags at most', () => {
    const { html } = drawList({ posts: [{ ...shownPost, excerpt: longExcerpt }], total: 1 })
    const shown = /<p class="card-excerpt">(.*?)<\/p>/.exec(html)?.[1] ?? ''
    expect(shown.length).toBeLessThanOrEqual(151)
    expect(shown).toMatch(/^word word.*word…$/)
    expect(html).toContain('<li>Drafts</li>')
    expect(html).not.toContain('<li>Law</li>')
  })

  test('gives every picture its measures and sources, and only the first at once', () => {
    const pictures = page.html.match(/<img[^>]*>/g) ?? []
    expect(pictures).toHaveLength(10)
    for (const picture of pictures) {
      expect(picture).toMatch(/width="1920" height="1080"/)
      expect(picture).toContain('/media/640/plate-0123456789abcdef.webp 640w')
    }
    expect(pictures.filter((picture) => picture.includes('loading="lazy"'))).toHaveLength(9)
    expect(page.head).toMatch(/<link rel="preload" as="image"/)
    expect(page.html).not.toContain('rel="preload"')
  })

  test('offers the first five page numbers and the next page', () => {
    const numbers = Array.from(page.html.matchAll(/aria-label="Page (\d)"/g), ([, number]) => number)
    expect(numbers).toEqual(['1', '2', '3', '4', '5'])
    expect(page.html).toMatch(/href="\/blog\?page=2" rel="next">Next</)
    expect(page.html).not.toContain('rel="prev">')
    const late = drawList({ posts: cards(10), total: 64, page: 6, search: 'a b' }).html
    expect(late).toContain('href="/blog?search=a%20b&amp;page=7"')
    expect(late).toContain('href="/blog?search=a%20b&amp;page=5"')
    expect(wordsOf(late)).toContain('Page 6 of 7')
  })

  test('needs no page numbers for one page', () => {
    expect(drawList({ posts: cards(3), total: 3 }).html).not.toContain('aria-label="Pages"')
  })

  test('searches by a form that needs no script', () => {
    expect(page.html).toMatch(/<form class="search" action="\/blog" method="get">/)
    expect(page.html).toMatch(/type="search"[^>]* name="search"/)
  })

  test('says what was searched for, and how to clear that', () => {
    const { html, head } = drawList({ posts: cards(1), total: 1, search: 'melody <b>' })
    expect(wordsOf(html)).toContain('Search results for “melody &lt;b&gt;” : 1 post')
    expect(html).toContain('<a href="/blog" aria-label="Clear search">')
    expect(html).toContain('value="melody &lt;b&gt;"')
    expect(head).toContain('content="noindex"')
  })

  test('names the feed, the canonical address and its neighbours', () => {
    const { head } = drawList({ posts: cards(10), total: 64, page: 2 })
    expect(head).toContain(`<link rel="canonical" href="${publicUrl}/blog?page=2">`)
    expect(head).toContain(`<link rel="prev" href="${publicUrl}/blog">`)
    expect(head).toContain(`<link rel="next" href="${publicUrl}/blog?page=3">`)
    expect(head).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]*\/blog\/feed\.xml">/)
  })
})

describe('in place of posts', () => {
  test('an empty blog says so', () => {
    const words = wordsOf(drawList().html)
    expect(words).toContain('No blog posts found')
    expect(words).toContain("We haven't published any posts yet. Check back soon!")
  })

  test('a search without results names what it looked for', () => {
    const words = wordsOf(drawList({ search: 'zebra' }).html)
    expect(words).toContain('No blog posts found')
    expect(words).toContain('No posts match "zebra".')
    expect(words).not.toContain('Check back soon')
  })

  test('a page past the last one is not there', () => {
    const { status, html, head } = drawList({ page: 9, total: 12 })
    expect(status).toBe(404)
    expect(html).toContain('href="/blog"')
    expect(head).toContain('noindex')
  })

  test('a network that searches too often is told when to search again', () => {
    const view = { kind: 'list-limited', search: 'x', page: 2, retryAfterSeconds: 40 } as const
    const { status, html, head } = draw(view, '/blog')
    expect(status).toBe(429)
    expect(head).toContain('noindex')
    expect(wordsOf(html)).toContain('Too many searches')
    expect(wordsOf(html)).toContain('Please try again in 40 seconds')
    expect(html).toMatch(/href="\/blog\?search=x&amp;page=2"[^>]*>Search again</)
  })

  test('a failure says so and offers another try at the same address', () => {
    const { status, html } = draw({ kind: 'list-failed', search: 'x', page: 2 }, '/blog')
    expect(status).toBe(503)
    expect(wordsOf(html)).toContain(
      "Error Loading Blog Posts We couldn't load the blog posts. Please try again later. Retry",
    )
    expect(html).toMatch(/href="\/blog\?search=x&amp;page=2"[^>]*>Retry</)
  })
})

test('addresses of the blog are told from others', () => {
  expect(pageAt('/blog').path).toBe('/blog')
  expect(pageAt('/blog/a-post').path).toBe('/blog/:slug')
  expect(pageAt('/blog/test/post').path).toBe('/blog/test/post')
  expect(pageAt('/blog/preview/abc').path).toBe('/blog/preview/:token')
  expect(pageAt('/blog/a/b').path).toBe('*')
  expect(pageAt('/Blog').path).toBe('*')
})
