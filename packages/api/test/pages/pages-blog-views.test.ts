import { randomUUID } from 'node:crypto'
import type { AdminPost } from '@priormark/core/blog/post'
import { recentViewDays } from '@priormark/core/blog/endpoints'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPostViewCounter } from '../../src/blog/post-view-counter.ts'
import { deleteExpiredBlogData } from '../../src/blog/post-schedule.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { administrator } from '../../testing/administrator.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { newVisitor, refusal } from '../../testing/visitor.ts'
import { publishPost, submissionOf } from '../blog/blog-fixtures.ts'
import { startBlogPages } from './pages-blog-fixtures.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const asReader = { 'user-agent': firefox }

const site = await startBlogPages()
afterAll(() => site.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const readTimeZone = async () => 'UTC'

const open = ({ slug }: AdminPost, headers: Record<string, string> = asReader) =>
  site.look(`/blog/${slug}`, headers)

async function viewsOf({ id }: AdminPost, month = '') {
  await site.views.flush()
  return site.admin.api.blog.views({ params: { id }, query: { month } })
}

async function listedViews({ id, slug }: AdminPost): Promise<number | undefined> {
  const { posts } = await site.admin.api.blog.adminList({ query: { search: slug.replaceAll('-', ' ') } })
  return posts.find((post) => post.id === id)?.views
}

async function store(database: Database, { id }: AdminPost, views: Record<string, number>): Promise<void> {
  for (const [day, count] of Object.entries(views))
    await database.fork().execute('insert into blog_post_view values (?, ?, ?)', [id, day, count])
}

describe('views of a post', () => {
  test('are counted per day, rendered or cached', async () => {
    const post = await publishPost(site.admin)
    for (let time = 0; time < 3; time += 1) await open(post)
    await site.views.flush()
    vi.setSystemTime('2026-11-24T00:00:00Z')
    await open(post)

    const { days, total } = await viewsOf(post)
    expect(total).toBe(4)
    expect(days).toHaveLength(recentViewDays)
    expect(days[0]).toEqual({ day: '2026-10-26', views: 0 })
    expect(days.slice(-2)).toEqual([
      { day: '2026-11-23', views: 3 },
      { day: '2026-11-24', views: 1 },
    ])
    expect(await listedViews(post)).toBe(4)
  })

  test('sort the list of posts, searched or not', async () => {
    const [seldom, never, often] = [
      await publishPost(site.admin, { title: 'Sorted kelp seldom' }),
      await publishPost(site.admin, { title: 'Sorted kelp never' }),
      await publishPost(site.admin, { title: 'Sorted kelp often' }),
    ]
    await store(site.app.database, seldom, { '2026-11-20': 500, '2026-01-01': 9_000 })
    await store(site.app.database, often, { '2026-11-20': 400, '2026-11-19': 400 })
    const listed = async (query: { sort: 'views'; search?: string }) => {
      const { posts } = await site.admin.api.blog.adminList({ query })
      return posts.filter(({ title }) => title.startsWith('Sorted')).map(({ id }) => id)
    }
    expect(await listed({ sort: 'views' })).toEqual([often.id, seldom.id, never.id])
    expect(await listed({ sort: 'views', search: 'sorted kelp' })).toEqual([often.id, seldom.id, never.id])
  })

  test('are counted by the days of the shop’s time zone', async () => {
    const useZone = async (name: string) => {
      const { timeZone } = await site.admin.api.settings.read()
      const values = { timeZone: name }
      await site.admin.api.settings.timeZone({ body: { version: timeZone.version, values } })
    }
    const post = await publishPost(site.admin)
    await useZone('Asia/Kathmandu')
    onTestFinished(() => useZone('UTC'))
    for (const at of ['2026-11-22T18:14:59Z', '2026-11-22T18:15:00Z', '2026-11-23T18:15:00Z']) {
      vi.setSystemTime(at)
      await open(post)
      await site.views.flush()
    }
    const { days } = await viewsOf(post)
    expect(days.slice(-3)).toEqual([
      { day: '2026-11-22', views: 1 },
      { day: '2026-11-23', views: 1 },
      { day: '2026-11-24', views: 1 },
    ])
  })

  test('are found by month, by day for two years', async () => {
    const post = await publishPost(site.admin)
    await store(site.app.database, post, {
      '2024-10-01': 4,
      '2024-11-30': 8,
      '2026-10-31': 5,
      '2026-11-01': 2,
    })
    const october = await viewsOf(post, '2026-10')
    expect(october.days).toHaveLength(31)
    expect(october.days.at(-1)).toEqual({ day: '2026-10-31', views: 5 })
    expect(october.months).toEqual([
      { month: '2026-11', views: 2 },
      { month: '2026-10', views: 5 },
      { month: '2024-11', views: 8 },
      { month: '2024-10', views: 4 },
    ])
    const current = await viewsOf(post, '2026-11')
    expect([current.days[0], current.days.at(-1)?.day]).toEqual([
      { day: '2026-11-01', views: 2 },
      '2026-11-23',
    ])
    expect((await viewsOf(post, '2024-11')).days.at(-1)).toEqual({ day: '2024-11-30', views: 8 })
    expect((await viewsOf(post, '2024-10')).days).toEqual([])
    expect((await refusal(viewsOf(post, '2026-13'))).status).toBe(400)
  })

  test('of all posts add up, with the most viewed first and without deleted ones', async () => {
    const [often, seldom, deleted] = [
      await publishPost(site.admin, { title: 'Added up often' }),
      await publishPost(site.admin, { title: 'Added up and seldom' }),
      await publishPost(site.admin, { title: 'Added up deleted' }),
    ]
    await store(site.app.database, often, { '2025-03-01': 6, '2025-03-31': 4 })
    await store(site.app.database, seldom, { '2025-02-28': 50, '2025-03-31': 3, '2025-04-01': 70 })
    await store(site.app.database, deleted, { '2025-03-30': 90 })
    await site.admin.api.blog.remove({ params: { id: deleted.id } })
    const march = await site.admin.api.blog.blogViews({ query: { month: '2025-03' } })
    expect(march.posts).toEqual([
      { id: often.id, title: 'Added up often', views: 10 },
      { id: seldom.id, title: 'Added up and seldom', views: 3 },
    ])
    expect([march.days.length, march.days.at(-1)]).toEqual([31, { day: '2025-03-31', views: 7 }])
    expect(march.months).toContainEqual({ month: '2025-03', views: 13 })
    const recent = await site.admin.api.blog.blogViews()
    expect([recent.days.length, recent.days.at(-1)?.day]).toEqual([recentViewDays, '2026-11-23'])
    expect(recent.posts.map(({ id }) => id)).not.toContain(often.id)
  })

  test('count in the list for 30 days, and in the total forever', async () => {
    const post = await publishPost(site.admin)
    await store(site.app.database, post, { '2026-10-24': 5, '2026-10-25': 7, '2026-11-23': 1 })
    expect(await listedViews(post)).toBe(8)
    const { days, total } = await viewsOf(post)
    expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(8)
    expect(total).toBe(13)
  })

  test.for([
    [
      'a crawler',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['a crawler that looks like a phone', { 'user-agent': `${firefox} (compatible; GoogleOther)` }],
    ['a robot without an address', { 'user-agent': `${firefox} PetalBot` }],
    ['a script', { 'user-agent': 'curl/8.5.0' }],
    ['a client without a name', { 'user-agent': '' }],
    ['a prefetch', { ...asReader, 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', { ...asReader, 'x-moz': 'prefetch' }],
    ['Global Privacy Control', { ...asReader, 'sec-gpc': '1' }],
  ] as const)('do not include %s', async ([, headers]) => {
    const post = await publishPost(site.admin)
    expect((await open(post, headers)).status).toBe(200)
    expect((await viewsOf(post)).total).toBe(0)
  })

  test('include phones of the brand Cubot', async () => {
    const post = await publishPost(site.admin)
    await open(post, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/140',
    })
    expect((await viewsOf(post)).total).toBe(1)
  })

  test('do not include administrators until they log out, but visitors with a cookie', async () => {
    const post = await publishPost(site.admin)
    const browser = newVisitor(site.app, { 'sec-fetch-site': 'same-origin', 'user-agent': firefox })
    await browser.upload('a work')
    await browser.fetch(`/blog/${post.slug}`)
    expect((await viewsOf(post)).total).toBe(1)
    browser.token = (await browser.api.auth.login({ body: administrator })).token
    await browser.fetch(`/blog/${post.slug}`)
    expect((await viewsOf(post)).total).toBe(1)
    await browser.api.auth.logout()
    await browser.fetch(`/blog/${post.slug}`)
    expect((await viewsOf(post)).total).toBe(2)
  })

  test('do not include previews, old addresses and HEAD', async () => {
    const post = await publishPost(site.admin)
    const slug = `${post.slug}-moved`
    await site.admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { slug }) })
    const { path } = await site.admin.api.blog.makePreview({ params: { id: post.id } })
    expect((await site.look(path, asReader)).status).toBe(200)
    expect((await open(post)).status).toBe(301)
    expect((await site.reader.fetch(`/blog/${slug}`, { method: 'HEAD', headers: asReader })).status).toBe(200)
    expect((await viewsOf(post)).total).toBe(0)
  })

  test('of several processes add up, also when these write at the same time', async () => {
    const posts = [await publishPost(site.admin), await publishPost(site.admin)]
    const { database } = site.app
    const counters = Array.from({ length: 4 }, () =>
      startPostViewCounter({ database, readTimeZone, log: silentLog }),
    )
    const request = { method: 'GET', headers: asReader }
    for (let round = 0; round < 5; round += 1) {
      for (const [index, counter] of counters.entries()) {
        for (const post of index % 2 === 0 ? posts : posts.toReversed()) counter.count(post.id, request)
      }
      await Promise.all(counters.map((counter) => counter.flush()))
    }
    await Promise.all(counters.map((counter) => counter.close()))
    for (const post of posts) expect((await viewsOf(post)).total).toBe(20)
  })

  test('wait while the database is away', async () => {
    const post = await publishPost(site.admin)
    const { database } = site.app
    let isAway = true
    const counter = startPostViewCounter({
      readTimeZone,
      database: {
        ...database,
        fork() {
          if (isAway) throw new Error('the database is away')
          return database.fork()
        },
      },
      log: silentLog,
    })
    counter.count(post.id, { method: 'GET', headers: asReader })
    await counter.flush()
    counter.count(post.id, { method: 'GET', headers: asReader })
    isAway = false
    await counter.close()
    expect((await viewsOf(post)).total).toBe(2)
  })

  test('are deleted with their post, and stay deleted', async () => {
    const [post, other] = [await publishPost(site.admin), await publishPost(site.admin)]
    await open(post)
    await viewsOf(post)
    await open(post)
    await open(other)
    await site.admin.api.blog.remove({ params: { id: post.id } })
    expect((await refusal(viewsOf(post))).status).toBe(404)
    expect((await viewsOf(other)).total).toBe(1)
    const stored = await site.app.database
      .fork()
      .execute('select 1 from blog_post_view where post_id = ?', [post.id])
    expect(stored).toEqual([])
  })

  test('are added up by month after two years', async () => {
    const post = await publishPost(site.admin)
    const { database } = site.app
    await store(database, post, { '2024-10-01': 1, '2024-10-02': 2, '2024-10-31': 4, '2024-11-02': 8 })
    for (let night = 0; night < 2; night += 1) await deleteExpiredBlogData({ database })
    const rows = await database
      .fork()
      .execute(`select day::text, views from blog_post_view where post_id = ? order by day`, [post.id])
    expect(rows).toEqual([
      { day: '2024-10-01', views: 7 },
      { day: '2024-11-02', views: 8 },
    ])
    expect((await viewsOf(post)).total).toBe(15)
  })

  test('of a post that does not exist are 404', async () => {
    const missing = site.admin.api.blog.views({ params: { id: randomUUID() } })
    expect((await refusal(missing)).status).toBe(404)
  })
})
