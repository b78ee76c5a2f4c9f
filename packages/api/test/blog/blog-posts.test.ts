import { randomUUID } from 'node:crypto'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { addPost, newPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { startTestApp, unknownId } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
const reader = newVisitor(app)
afterAll(() => app.close())

const whole = {
  title: 'How a melody is dated',
  content: '<h2>First</h2><p>A <strong>fingerprint</strong> of the file.</p>',
  excerpt: 'In short.',
  slug: 'how-a-melody-is-dated',
  status: 'published',
  featuredImage: 'https://example.org/a.jpg',
  metaTitle: 'Dating a melody',
  metaDescription: 'What a fingerprint proves.',
  metaKeywords: 'melody, proof',
  categories: ['Guides'],
  tags: ['Music', 'music', 'Proof of date'],
} as const

describe('creating a post', () => {
  test('returns the whole post, which readers get at its slug', async () => {
    const post = await admin.api.blog.create({
      body: { ...whole, categories: ['Guides'], tags: [...whole.tags] },
    })
    expect(post).toMatchObject({
      ...whole,
      author: { firstName: 'The editors', username: 'editors' },
      authorId: 1,
      categories: [{ id: expect.any(Number), name: 'Guides', slug: 'guides' }],
      tags: [
        { id: expect.any(Number), name: 'Music', slug: 'music' },
        { id: expect.any(Number), name: 'Proof of date', slug: 'proof-of-date' },
      ],
      version: 1,
      scheduledAt: null,
    })
    const {
      authorId: _,
      version: __,
      sequence: ___,
      scheduledAt: ____,
      createdBy: _____,
      ...forReaders
    } = post
    expect(await reader.api.blog.bySlug({ params: { slug: whole.slug } })).toEqual(forReaders)
  })

  test('accepts only the required fields, as a draft that readers do not see', async () => {
    const body = { title: 'Bare', content: '<p>Words.</p>', slug: 'bare' }
    const post = await admin.api.blog.create({ body })
    expect(post).toMatchObject({ ...body, status: 'draft', excerpt: '', publishedAt: null, metaTitle: null })
    expect(await refusal(reader.api.blog.bySlug({ params: { slug: 'bare' } }))).toMatchObject({ status: 404 })
  })

  test('drops publishedAt and unknown fields', async () => {
    const response = await admin.fetch('/api/admin/blog/posts', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({
        ...newPost(),
        publishedAt: '2001-01-01T00:00:00.000Z',
        version: 9,
        sequence: 9,
      }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"1"')
    expect(await response.json()).toMatchObject({ publishedAt: null, version: 1 })
  })

  test('reports every invalid field with its specified message', async () => {
    const wrong = {
      title: ' ',
      content: '<p>&nbsp;</p>',
      excerpt: 'x'.repeat(301),
      slug: 'Not A Slug',
      status: 'hidden',
      metaTitle: 'x'.repeat(61),
      metaDescription: 'x'.repeat(161),
      metaKeywords: 'x'.repeat(201),
    }
    const reply = await admin.fetch('/api/admin/blog/posts', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(wrong),
    })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      fields: {
        title: ['Title is required'],
        content: ['Content is required'],
        excerpt: ['Excerpt must be 300 characters or less'],
        slug: ['Slug must contain only lowercase letters, numbers, and hyphens'],
        status: ['Status must be draft or published'],
        metaTitle: ['Meta title must be 60 characters or less'],
        metaDescription: ['Meta description must be 160 characters or less'],
        metaKeywords: ['Meta keywords must be 200 characters or less'],
      },
    })
  })

  test('rejects content that is empty after sanitizing', async () => {
    const error = await refusal(addPost(admin, { content: '<img src="data:image/png;base64,AAAA">' }))
    expect(error).toMatchObject({ status: 400, fields: { content: ['Content is required'] } })
  })

  test('rejects an unknown author', async () => {
    const error = await refusal(addPost(admin, { authorId: 77 }))
    expect(error).toMatchObject({ status: 400, fields: { authorId: ['This author doesn’t exist'] } })
  })

  test('accepts a post of a megabyte, and rejects a body over the limit', async () => {
    const content = `<p>${'word '.repeat(90_000)}</p>`
    expect((await addPost(admin, { content })).content).toHaveLength(content.length)
    const error = await refusal(addPost(admin, { content: 'x'.repeat(5_000_000) }))
    expect(error).toMatchObject({ status: 413 })
  })

  test('twice with one id creates one post, even concurrently', async () => {
    const body = newPost({ id: randomUUID(), tags: ['Twice'] })
    const posts = await Promise.all(Array.from({ length: 6 }, () => admin.api.blog.create({ body })))
    expect(new Set(posts.map((post) => `${post.id} ${post.version}`)).size).toBe(1)
    expect(await admin.api.blog.create({ body })).toEqual(posts[0])
  })

  test('with the id of another post is rejected with that post', async () => {
    const id = randomUUID()
    const first = await addPost(admin, { id, title: 'First' })
    const error = await refusal(admin.api.blog.create({ body: newPost({ id, title: 'Second' }) }))
    expect(error).toMatchObject({ status: 412, code: 'version_conflict', body: { current: first } })
  })
})

describe('changing and deleting a post', () => {
  test('keeps the first publication date, and hides a post that becomes a draft again', async () => {
    const draft = await addPost(admin)
    const params = { id: draft.id }
    const live = await admin.api.blog.change({ params, body: submissionOf(draft, { status: 'published' }) })
    expect(live.publishedAt).not.toBeNull()
    await admin.api.blog.change({ params, body: submissionOf(live, { status: 'draft' }) })
    expect(await refusal(reader.api.blog.bySlug({ params: { slug: draft.slug } }))).toMatchObject({
      status: 404,
    })
    const again = await admin.api.blog.change({ params, body: submissionOf(live, { title: 'Again' }) })
    expect(again).toMatchObject({ publishedAt: live.publishedAt, version: 4, title: 'Again' })
  })

  test('replaces categories and tags, and creates new ones', async () => {
    const post = await addPost(admin, { categories: ['Alpha'], tags: ['One', 'Two'] })
    const body = submissionOf(post, { categories: [], tags: ['two', 'Three'] })
    const changed = await admin.api.blog.change({ params: { id: post.id }, body })
    expect(changed.categories).toEqual([])
    expect(changed.tags.map(({ name }) => name)).toEqual(['Two', 'Three'])
    const { tags, categories } = await admin.api.blog.topics()
    expect(tags).toContainEqual({ id: expect.any(Number), name: 'One', slug: 'one', postCount: 0 })
    expect(categories).toContainEqual({ id: expect.any(Number), name: 'Alpha', slug: 'alpha', postCount: 0 })
  })

  test('deleting removes the post from every list, and is idempotent', async () => {
    const post = await publishPost(admin, { title: 'Shortlived singular' })
    const params = { id: post.id }
    expect(await admin.api.blog.remove({ params })).toEqual({ success: true, version: 2 })
    expect(await admin.api.blog.remove({ params })).toEqual({ success: true, version: 2 })
    expect(await refusal(admin.api.blog.read({ params }))).toMatchObject({ status: 404 })
    expect(await refusal(reader.api.blog.bySlug({ params: { slug: post.slug } }))).toMatchObject({
      status: 404,
    })
    for (const search of ['', 'singular']) {
      const { posts } = await admin.api.blog.adminList({ query: { search, limit: 100 } })
      expect(posts.map(({ id }) => id)).not.toContain(post.id)
    }
  })

  test('responds 404 for an unknown post', async () => {
    const params = { id: unknownId }
    expect(await refusal(admin.api.blog.read({ params }))).toMatchObject({ status: 404 })
    expect(await refusal(admin.api.blog.change({ params, body: newPost() }))).toMatchObject({ status: 404 })
    expect(await refusal(admin.api.blog.remove({ params }))).toMatchObject({ status: 404 })
    expect(await refusal(admin.api.blog.read({ params: { id: 'no-id' } }))).toMatchObject({ status: 404 })
  })

  test('adds audit entries with the actor and what the post has become', async () => {
    const post = await addPost(admin)
    const scheduledAt = '2100-01-01T08:00:00.000Z'
    for (const changes of [{ scheduledAt }, { status: 'published' }] as const) {
      await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, changes) })
    }
    const { entries } = await admin.api.audit.list({ query: { search: post.id } })
    expect(entries.map(({ action, detail }) => `${action}: ${detail}`)).toEqual([
      'post.changed: published',
      'post.changed: scheduled',
      'post.created: draft',
    ])
    expect(entries[0]).toMatchObject({ actor: 'admin', subject: post.id })
  })
})

test('renames an author, unless another one has the username', async () => {
  const { id } = await admin.api.blog.addAuthor({ body: { firstName: 'Gracie' } })
  const body = { firstName: 'Grace', username: 'grace' }
  const rename = (number: number) => admin.api.blog.changeAuthor({ params: { id: String(number) }, body })
  expect(await rename(id)).toEqual({ id, ...body })
  expect(await admin.api.blog.authors()).toContainEqual({ id, ...body, postCount: 0 })
  expect((await addPost(admin, { authorId: id })).author).toEqual(body)
  expect(await refusal(rename(1))).toMatchObject({ status: 400 })
  body.username = 'nobody'
  expect(await refusal(rename(99_999))).toMatchObject({ status: 404 })
})

describe('lists of posts', () => {
  test('shows readers only published posts, ten per page, newest first, without content', async () => {
    for (let count = 0; count < 11; count += 1) await publishPost(admin)
    await addPost(admin, { title: 'Hidden' })
    const first = await reader.api.blog.list()
    const second = await reader.api.blog.list({ query: { page: 2 } })
    expect(first.posts).toHaveLength(10)
    expect(second.total).toBe(first.total)
    const all = [...first.posts, ...second.posts]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const days = all.map(({ publishedAt }) => publishedAt ?? '')
    expect(days).toEqual([...days].sort().reverse())
    expect(all.every(({ status }) => status === 'published')).toBe(true)
    expect(Object.keys(first.posts[0] ?? {})).not.toContain('content')
    expect(await reader.api.blog.list({ query: { page: 99 } })).toEqual({ posts: [], total: first.total })
  })

  test('lets administrators filter by status and page through results', async () => {
    await addPost(admin)
    const all = await admin.api.blog.adminList({ query: { limit: 100 } })
    const drafts = await admin.api.blog.adminList({ query: { status: 'draft', limit: 100 } })
    const live = await admin.api.blog.adminList({ query: { status: 'published', limit: 100 } })
    expect(drafts.total + live.total).toBe(all.total)
    expect(drafts.posts.every(({ status }) => status === 'draft')).toBe(true)
    const pages = await Promise.all(
      [1, 2].map((page) => admin.api.blog.adminList({ query: { page, limit: 3 } })),
    )
    expect(pages.flatMap(({ posts }) => posts)).toEqual(all.posts.slice(0, 6))
  })

  test.each(['page=0', 'page=x', 'limit=101', 'status=hidden', `search=${'x'.repeat(201)}`])(
    'refuse %s',
    async (query) => {
      const response = await admin.fetch(`/api/admin/blog/posts?${query}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(response.status).toBe(400)
    },
  )
})

test('rejects an image that readers would not see, and names it', async () => {
  const content = '<p>Text</p><figure class="image"><img src="http://example.org/a.jpg" alt=""></figure>'
  const error = await refusal(addPost(admin, { content }))
  const message =
    'An image of the content is at an http:// address, which browsers do not show on our pages. ' +
    'Upload it to the library, or use its https:// address. (http://example.org/a.jpg)'
  expect(error).toMatchObject({ status: 400, fields: { content: [message] } })
  const own = content.replace('http://example.org/a.jpg', 'http://127.0.0.1/media/a-0123456789abcdef.webp')
  expect((await addPost(admin, { content: own })).content).toContain(
    '<img src="/media/a-0123456789abcdef.webp"',
  )
})

test('requires a login for the editor', async () => {
  const ids = { id: unknownId, revisionId: unknownId, name: 'x', slug: 'x', token: 'x' }
  for (const spec of Object.values(blogEndpoints).filter(({ access }) => access !== 'public')) {
    const response = await reader.fetch(endpointPath(spec, { params: ids }), {
      method: spec.method,
      ...(spec.method === 'GET' ? {} : { body: '{}' }),
    })
    expect(response.status, `${spec.method} ${spec.path}`).toBe(401)
  }
})
