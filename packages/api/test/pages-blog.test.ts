import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { parseRssFeed } from 'feedsmith'
import { parseSitemap } from 'sitemap'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishDuePosts } from '../src/blog/post-schedule.ts'
import { createLog } from '../src/log.ts'
import { openBlogSource, type BlogSource } from '../src/pages/blog-source.ts'
import { createPages } from '../src/pages/pages.ts'
import { addPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { newAdmin, newVisitor, type Visitor } from './visitor.ts'

/** A build that shows what it was given: the view as text, and the price. */
const serverBuild = `
export const canonicalPath = (path) => path === '/' ? path : null
export const sitemapPaths = ['/']
export const sampleWarnings = []
export const extraStyles = []
const page = (status, text) => ({ status, head: '', html: text, data: '' })
export const renderPage = ({ path, data }) => page(path === '/' ? 200 : 404, 'home at ' + data.price)
export const renderOrderPage = () => page(404, '')
export function renderBlogPage({ path, data, view }) {
  const isPast = view.kind === 'list' && view.page > 1 && view.posts.length === 0
  const status = view.kind === 'list-failed' ? 503 : view.kind === 'post-missing' || isPast ? 404 : 200
  return page(status, path + ' at ' + data.price + ' ' + JSON.stringify(view))
}
`

let app: TestApp
let admin: Visitor
let reader: Visitor
let siteDir: string
/** How often each thing was read of the database. */
let reads: Record<'list' | 'post', number>
let isBroken = false
let failures: unknown[]
beforeAll(async () => {
  siteDir = await mkdtemp(path.join(tmpdir(), 'pages-blog-test-'))
  const files = {
    'dist/server/entry-server.js': serverBuild,
    'dist/client/index.html': '<!doctype html><!--page-head--><!--page-html--><!--page-data-->',
    'package.json': '{"type":"module"}',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(siteDir, name)), { recursive: true })
    await writeFile(path.join(siteDir, name), text)
  }
  const opened = (): BlogSource => {
    if (isBroken) throw new Error('database gone')
    return openBlogSource(app.database, (error) => failures.push(error))
  }
  const pages = await createPages({
    siteDir,
    shop: {
      name: 'Priormark',
      supportEmail: 'support@example.org',
      tradingName: 'A',
      tradingAddress: 'B',
      publicUrl: 'https://priormark.example',
    },
    paymentsMode: 'stripe',
    readPrice: async () => (await reader.api.price.read()).price,
    orders: { read: async () => ({ kind: 'missing' }) },
    blog: {
      list: async (asked) => {
        reads.list += 1
        return opened().list(asked)
      },
      post: async (slug) => {
        reads.post += 1
        return opened().post(slug)
      },
      preview: async (token) => opened().preview(token),
      newest: async () => opened().newest(),
      countPublished: async () => opened().countPublished(),
      addresses: async (part) => opened().addresses(part),
      sequence: async () => opened().sequence(),
      onFailure: (error) => failures.push(error),
    },
  })
  app = await startTestApp({ pages })
  admin = await newAdmin(app)
  reader = newVisitor(app)
})
afterAll(async () => {
  await app.close()
  await rm(siteDir, { recursive: true })
})
beforeEach(() => {
  reads = { list: 0, post: 0 }
  failures = []
  isBroken = false
})

async function look(address: string, headers: Record<string, string> = {}) {
  const answer = await reader.fetch(address, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Lets the moment pass in which pages are taken to be up to date. */
function aMomentLater(): void {
  const now = performance.now() + 5_000
  vi.spyOn(performance, 'now').mockReturnValueOnce(now).mockReturnValue(now)
}

describe('a post', () => {
  test('is drawn once, and again after it was changed', async () => {
    const post = await publishPost(admin, { title: 'Before' })
    const address = `/blog/${post.slug}`
    const first = await look(address)
    expect(first.status).toBe(200)
    expect(first.text).toContain('"title":"Before"')
    expect((await look(address)).text).toBe(first.text)
    expect(reads.post).toBe(1)

    const body = submissionOf(post, { title: 'After' })
    await admin.api.blog.change({ params: { id: post.id }, body })
    const etag = first.headers.get('etag') ?? ''
    const changed = await look(address, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('"title":"After"')
  })

  test('is gone with the request after it was deleted or became a draft', async () => {
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

  test('shows a new price, as every page does', async () => {
    const { slug } = await publishPost(admin)
    await look(`/blog/${slug}`)
    await admin.api.price.change({ body: { price: 21.5 } })
    expect((await look(`/blog/${slug}`)).text).toContain(' at 21.5 ')
    expect((await look('/')).text).toContain('home at 21.5')
  })

  test('is found under an old slug by a permanent redirect', async () => {
    const post = await publishPost(admin)
    const slug = `${post.slug}-moved`
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { slug }) })
    const { status, headers } = await look(`/blog/${post.slug}?from=feed`)
    expect(status).toBe(301)
    expect(headers.get('location')).toBe(`/blog/${slug}?from=feed`)
    expect((await look(`/blog/${slug}`)).status).toBe(200)
  })

  test('has one address, without a slash at its end', async () => {
    const { status, headers } = await look('/blog/a-post/?a=1')
    expect(status).toBe(301)
    expect(headers.get('location')).toBe('/blog/a-post?a=1')
  })

  test('that was scheduled appears without a restart, although nobody tells the pages', async () => {
    const due = await addPost(admin, { scheduledAt: new Date(Date.now() - 1_000).toISOString() })
    expect((await look(`/blog/${due.slug}`)).status).toBe(404)
    expect((await look('/blog')).text).not.toContain(due.slug)
    await publishDuePosts({ database: app.database, log: createLog('silent') })
    aMomentLater()
    try {
      expect((await look('/blog')).text).toContain(due.slug)
      expect((await look(`/blog/${due.slug}`)).status).toBe(200)
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('that cannot be read is a failure for now, and nothing of that is kept', async () => {
    const { slug } = await publishPost(admin)
    isBroken = true
    expect((await look(`/blog/${slug}`)).status).toBe(503)
    expect(failures).toHaveLength(1)
    isBroken = false
    expect((await look(`/blog/${slug}`)).status).toBe(200)
  })
})

describe('the list', () => {
  test('is drawn once for each page, and again after a post was published', async () => {
    await publishPost(admin)
    await look('/blog')
    await look('/blog?page=1&utm=x')
    expect(reads.list).toBe(1)
    const { slug } = await publishPost(admin)
    expect((await look('/blog')).text).toContain(slug)
  })

  test('searches anew each time', async () => {
    await publishPost(admin, { title: 'A zebra crossing' })
    const found = await look('/blog?search=zebra')
    expect(found.text).toContain('A zebra crossing')
    expect(found.text).toContain('"search":"zebra","page":1')
    await look('/blog?search=zebra')
    expect(reads.list).toBe(2)
  })

  test('takes anything that is no page number for the first page', async () => {
    for (const page of ['0', '-1', 'x', '1.5', '']) {
      expect((await look(`/blog?page=${page}`)).text).toContain('"page":1')
    }
    expect((await look('/blog?page=9999')).status).toBe(404)
  })

  test('says so where the posts cannot be read, and tries again at the next request', async () => {
    await publishPost(admin)
    isBroken = true
    const { status, text } = await look('/blog')
    expect(status).toBe(503)
    expect(text).toContain('list-failed')
    isBroken = false
    expect((await look('/blog')).status).toBe(200)
  })

  test('knows the measures of featured images in the library, and shows others as they are', async () => {
    const { slug } = await publishPost(admin, { featuredImage: 'https://example.org/a.jpg' })
    const { text } = await look(`/blog/${slug}`)
    expect(text).toContain('"featuredImage":"https://example.org/a.jpg"')
    expect(text).toContain('"featuredImageFacts":null')
  })
})

describe('a preview', () => {
  test('shows a draft to whoever has the link, and is kept nowhere', async () => {
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

  test('that nobody made is not there', async () => {
    expect((await look(`/blog/preview/${'a'.repeat(43)}`)).status).toBe(404)
    expect((await look('/blog/preview/short')).status).toBe(404)
  })
})

test('A draft is nowhere: not in the list, not at its slug, not in search, sitemap or feed', async () => {
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

describe('the sitemap', () => {
  const read = async () => {
    const { status, headers, text } = await look('/sitemap.xml')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    return parseSitemap(Readable.from([text]))
  }

  test('is valid and follows what is published', async () => {
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
  test('is valid RSS with whole posts and whole addresses', async () => {
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
