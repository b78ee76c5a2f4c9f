import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { publishDuePosts } from '../../src/blog/post-schedule.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import type { Visitor } from '../../testing/visitor.ts'
import { addPost, publishPost, submissionOf } from '../blog/blog-fixtures.ts'
import { startBlogPages, type BlogPages } from './pages-blog-fixtures.ts'

let site: BlogPages
let admin: Visitor
beforeAll(async () => {
  site = await startBlogPages()
  admin = site.admin
})
afterAll(() => site.close())
beforeEach(() => {
  site.reads = { list: 0, post: 0 }
  site.failures = []
  site.isBroken = false
})
const look: BlogPages['look'] = (...request) => site.look(...request)

/** Advances the clock until the cache checks the version again. */
function expirePageVersion(): void {
  const now = performance.now() + 5_000
  vi.spyOn(performance, 'now').mockReturnValueOnce(now).mockReturnValue(now)
}

describe('a post', () => {
  test('is rendered once, and again after a change', async () => {
    const post = await publishPost(admin, { title: 'Before' })
    const address = `/blog/${post.slug}`
    const first = await look(address)
    expect(first.status).toBe(200)
    expect(first.text).toContain('"title":"Before"')
    expect((await look(address)).text).toBe(first.text)
    expect(site.reads.post).toBe(1)

    const body = submissionOf(post, { title: 'After' })
    await admin.api.blog.change({ params: { id: post.id }, body })
    const etag = first.headers.get('etag') ?? ''
    const changed = await look(address, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('"title":"After"')
  })

  test('disappears immediately after it was deleted or became a draft', async () => {
    const [deleted, hidden] = [await publishPost(admin), await publishPost(admin)]
    for (const { slug } of [deleted, hidden]) expect((await look(`/blog/${slug}`)).status).toBe(200)
    await admin.api.blog.remove({ params: { id: deleted.id } })
    const body = submissionOf(hidden, { status: 'draft' })
    await admin.api.blog.change({ params: { id: hidden.id }, body })
    for (const { slug } of [deleted, hidden]) {
      const { status, text } = await look(`/blog/${slug}`)
      expect(status).toBe(404)
      expect(text).toContain('post-missing')
    }
  })

  test('shows a new price', async () => {
    const { slug } = await publishPost(admin)
    await look(`/blog/${slug}`)
    await admin.api.price.change({ body: { price: 21.5 } })
    expect((await look(`/blog/${slug}`)).text).toContain(' at 21.5 ')
    expect((await look('/')).text).toContain('home at 21.5')
  })

  test('redirects permanently from an old slug', async () => {
    const post = await publishPost(admin)
    const slug = `${post.slug}-moved`
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { slug }) })
    const { status, headers } = await look(`/blog/${post.slug}?from=feed`)
    expect(status).toBe(301)
    expect(headers.get('location')).toBe(`/blog/${slug}?from=feed`)
    expect((await look(`/blog/${slug}`)).status).toBe(200)
  })

  test.each(['.', ',', ')', ').', '%29', '…', '%E2%80%9D', '!', ';', ':', '-'])(
    'redirects from an address in capitals that an email program ended with %j',
    async (ending) => {
      const { slug } = await publishPost(admin)
      for (const typed of [`${slug}${ending}`, `${slug.toUpperCase()}${ending}`, slug.toUpperCase()]) {
        const { status, headers } = await look(`/blog/${typed}?a=1`)
        expect(status).toBe(301)
        expect(headers.get('location')).toBe(`/blog/${slug}?a=1`)
      }
      expect((await look(`/blog/${slug}x${ending}`)).status).toBe(404)
    },
  )

  test('has one address, without a trailing slash', async () => {
    const { status, headers } = await look('/blog/a-post/?a=1')
    expect(status).toBe(301)
    expect(headers.get('location')).toBe('/blog/a-post?a=1')
  })

  test('is missing at an address with an encoded slash, and is rendered for that address', async () => {
    const { status, text } = await look('/blog/a%2Fb')
    expect(status).toBe(404)
    expect(text).toMatch(/^<!doctype html>\/blog\/a%2Fb at .*post-missing/)
  })

  test('appears at its scheduled time without a restart or an explicit clear', async () => {
    // Due at once, and newer than the posts before it, which fill more than one page.
    const due = await addPost(admin, { scheduledAt: new Date().toISOString() })
    expect((await look(`/blog/${due.slug}`)).status).toBe(404)
    expect((await look('/blog')).text).not.toContain(due.slug)
    await publishDuePosts({ database: site.app.database, log: createLog('silent') })
    try {
      // A slow version check leaves the cached page for another moment.
      await expect
        .poll(async () => {
          expirePageVersion()
          return (await look('/blog')).text
        })
        .toContain(due.slug)
      expect((await look(`/blog/${due.slug}`)).status).toBe(200)
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('that cannot be read gives a temporary error, which is not cached', async () => {
    const { slug } = await publishPost(admin)
    site.isBroken = true
    expect((await look(`/blog/${slug}`)).status).toBe(503)
    expect(site.failures).toHaveLength(1)
    site.isBroken = false
    expect((await look(`/blog/${slug}`)).status).toBe(200)
  })
})

describe('the list of posts', () => {
  test('is rendered once per page, and again after a publication', async () => {
    await publishPost(admin)
    // The version of the blog is read again a second later.
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await look('/blog')
    await look('/blog?page=1&utm=x')
    expect(site.reads.list).toBe(1)
    const { slug } = await publishPost(admin)
    expect((await look('/blog')).text).toContain(slug)
  })

  test('is not cached for searches', async () => {
    await publishPost(admin, { title: 'A zebra crossing' })
    const page = await look('/blog?search=zebra')
    expect(page.text).toContain('A zebra crossing')
    expect(page.text).toContain('"search":"zebra","page":1')
    await look('/blog?search=zebra')
    expect(site.reads.list).toBe(2)
  })

  test('shows the first page for an invalid page number', async () => {
    for (const page of ['0', '-1', 'x', '1.5', '']) {
      expect((await look(`/blog?page=${page}`)).text).toContain('"page":1')
    }
    expect((await look('/blog?page=9999')).status).toBe(404)
  })

  test('shows an error if posts cannot be read, and tries again on the next request', async () => {
    await publishPost(admin)
    site.isBroken = true
    const { status, text } = await look('/blog?search=unread')
    expect(status).toBe(503)
    expect(text).toContain('list-failed')
    site.isBroken = false
    expect((await look('/blog?search=unread')).status).toBe(200)
  })

  test('asks a network that searches too often to wait, and shows it the list without a search', async () => {
    await site.app.database.fork().execute(
      `insert into rate_limit (key, hits, window_ends_at)
           values ('blog-search:127.0.0.1', 59, now() + interval '40 seconds')
         on conflict (key) do update set hits = excluded.hits, window_ends_at = excluded.window_ends_at`,
    )
    expect((await look('/blog?search=song')).status).toBe(200)
    const { status, headers, text } = await look('/blog?search=song')
    expect(status).toBe(429)
    expect(text).toContain('"kind":"list-limited","search":"song"')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await look('/blog')).status).toBe(200)
    expect((await look('/blog?page=2')).status).not.toBe(429)
    await site.app.database.fork().execute('delete from rate_limit')
  })

  test('knows the dimensions of featured images in the library, and shows others unchanged', async () => {
    const { slug } = await publishPost(admin, { featuredImage: 'https://example.org/a.jpg' })
    const { text } = await look(`/blog/${slug}`)
    expect(text).toContain('"featuredImage":"https://example.org/a.jpg"')
    expect(text).toContain('"featuredImageEntry":null')
  })

  test('shows a renamed author', async () => {
    const { slug } = await publishPost(admin)
    expect((await look(`/blog/${slug}`)).text).not.toContain('"firstName":"Renamed"')
    const body = { firstName: 'Renamed', username: 'renamed' }
    await admin.api.blog.changeAuthor({ params: { id: '1' }, body })
    expect((await look(`/blog/${slug}`)).text).toContain('"firstName":"Renamed"')
  })
})

describe('a preview', () => {
  test('shows a draft to anyone with the link, without caching', async () => {
    const draft = await addPost(admin, { title: 'Not yet' })
    const { path: link } = await admin.api.blog.makePreview({ params: { id: draft.id } })
    const { status, headers, text } = await look(link)
    expect(status).toBe(200)
    expect(text).toContain('Not yet')
    expect(text).toContain('"isPreview":true')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('etag')).toBeNull()

    const body = submissionOf(draft, { title: 'Still not' })
    await admin.api.blog.change({ params: { id: draft.id }, body })
    expect((await look(link)).text).toContain('Still not')
  })

  test('with an unknown token is not found', async () => {
    expect((await look(`/blog/preview/${'a'.repeat(43)}`)).status).toBe(404)
    const cutShort = await look('/blog/preview/short')
    expect(cutShort.status).toBe(404)
    expect(cutShort.text).toMatch(/^<!doctype html>\/blog\/preview\/short at .*post-missing/)
  })
})

test('hides a draft from the list, its slug, search, sitemap and feed', async () => {
  await publishPost(admin, { title: 'Platypus for all' })
  const draft = await addPost(admin, { title: 'Platypus in secret' })
  const addresses = [
    '/blog',
    '/blog?search=platypus',
    `/blog/${draft.slug}`,
    '/sitemap.xml',
    '/blog/feed.xml',
  ]
  for (const address of addresses) {
    const { text } = await look(address)
    expect(text).not.toContain('Platypus in secret')
    expect(text).not.toContain(`/blog/${draft.slug}<`)
    if (address === '/blog' || address.includes('search')) expect(text).toContain('Platypus for all')
  }
  expect((await look(`/blog/${draft.slug}`)).status).toBe(404)
})
