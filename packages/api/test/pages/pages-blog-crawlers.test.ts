import { Readable } from 'node:stream'
import { parseRssFeed } from 'feedsmith'
import { parseSitemap } from 'sitemap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishPost } from '../blog/blog-fixtures.ts'
import { startBlogPages, type BlogPages } from './pages-blog-fixtures.ts'
import type { Visitor } from '../../testing/visitor.ts'

let site: BlogPages
let admin: Visitor
beforeAll(async () => {
  site = await startBlogPages()
  admin = site.admin
})
afterAll(() => site.close())
const look: BlogPages['look'] = (...request) => site.look(...request)

describe('the sitemap', () => {
  const read = async () => {
    const { status, headers, text } = await look('/sitemap.xml')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    return parseSitemap(Readable.from([text]))
  }

  test('is valid and lists the published posts', async () => {
    const post = await publishPost(admin)
    const items = await read()
    expect(items.map(({ url }) => url)).toContain('https://priormark.example/blog')
    expect(items).toContainEqual(
      expect.objectContaining({
        url: `https://priormark.example/blog/${post.slug}`,
        lastmod: new Date(post.updatedAt).toISOString(),
      }),
    )
    await admin.api.blog.remove({ params: { id: post.id } })
    expect((await read()).map(({ url }) => url)).not.toContain(`https://priormark.example/blog/${post.slug}`)
  })

  test('has no parts while it is short', async () => {
    expect((await look('/sitemap-1.xml')).status).toBe(404)
  })
})

describe('the feed', () => {
  test('is valid RSS with full content and absolute URLs', async () => {
    const post = await publishPost(admin, {
      title: 'Fish & <chips>',
      excerpt: 'In short.',
      content:
        '<p>A <a href="/terms">link</a>.</p><figure class="media"><oembed url="https://vimeo.com/76979871"></oembed></figure>',
      categories: ['Food'],
      tags: ['Salt'],
    })
    const { status, headers, text } = await look('/blog/feed.xml')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = parseRssFeed(text)
    expect(feed.link).toBe('https://priormark.example/blog')
    expect(feed.items?.[0]).toMatchObject({
      title: 'Fish & <chips>',
      link: `https://priormark.example/blog/${post.slug}`,
      description: 'In short.',
      guid: { value: `urn:uuid:${post.id}`, isPermaLink: false },
      categories: [{ name: 'Food' }, { name: 'Salt' }],
    })
    expect(new Date(String(feed.items?.[0]?.pubDate)).getTime()).toBe(
      Math.floor(Date.parse(post.publishedAt ?? '') / 1000) * 1000,
    )
    const content = feed.items?.[0]?.content?.encoded ?? ''
    expect(content).toContain('<a href="https://priormark.example/terms">')
    expect(content).toContain('<a href="https://vimeo.com/76979871">Watch on Vimeo</a>')
  })

  test('has the newest twenty posts', async () => {
    for (let count = 0; count < 21; count += 1) await publishPost(admin)
    expect(parseRssFeed((await look('/blog/feed.xml')).text).items).toHaveLength(20)
  })
})
