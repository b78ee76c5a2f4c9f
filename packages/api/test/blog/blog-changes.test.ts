import { randomUUID } from 'node:crypto'
import { entityTag } from '@priormark/core/blog/endpoints'
import type { AdminPost } from '@priormark/core/blog/post'
import { afterAll, describe, expect, test } from 'vitest'
import { lockPosts, nextSequence } from '../../src/blog/post-changes.ts'
import { Post } from '../../src/blog/post-entity.ts'
import { addPost, newPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { testServerUrl } from '../../testing/database-server.ts'
import { startTestApp, unknownId } from '../../testing/test-app.ts'
import { newAdmin, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const ifMatch = (version: number) => ({ headers: { 'if-match': entityTag(version) } })
const ifAbsent = { headers: { 'if-none-match': '*' } }
const under = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'idempotency-key': key, ...headers },
})

describe('concurrent editors', () => {
  test('rejects the second change with the text of the first', async () => {
    const post = await addPost(admin)
    const params = { id: post.id }
    const first = await admin.api.blog.change(
      { params, body: submissionOf(post, { title: 'First' }) },
      ifMatch(post.version),
    )
    const second = admin.api.blog.change(
      { params, body: submissionOf(post, { title: 'Second' }) },
      ifMatch(post.version),
    )
    expect(await refusal(second)).toMatchObject({
      status: 412,
      code: 'version_conflict',
      body: { current: first, currentVersion: 2 },
    })
    expect(await admin.api.blog.read({ params })).toEqual(first)
  })

  test('accepts one of many changes of the same version', async () => {
    const post = await addPost(admin)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) =>
        admin.api.blog.change(
          { params: { id: post.id }, body: submissionOf(post, { title: `Try ${number}` }) },
          ifMatch(post.version),
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await admin.api.blog.read({ params: { id: post.id } })).version).toBe(2)
  })

  test('rejects deleting an outdated version', async () => {
    const post = await addPost(admin)
    const params = { id: post.id }
    const changed = await admin.api.blog.change({ params, body: submissionOf(post) })
    const stale = await refusal(admin.api.blog.remove({ params }, ifMatch(post.version)))
    expect(stale).toMatchObject({ status: 412, body: { current: changed } })
    expect(await admin.api.blog.remove({ params }, ifMatch(changed.version))).toMatchObject({ version: 3 })
  })

  test("reports that a post was deleted, and can restore it with the tombstone's version", async () => {
    const post = await publishPost(admin, { title: 'Kept' })
    const params = { id: post.id }
    const { version } = await admin.api.blog.remove({ params })
    const error = await refusal(
      admin.api.blog.change({ params, body: submissionOf(post) }, ifMatch(post.version)),
    )
    expect(error).toMatchObject({ status: 412, body: { current: null, currentVersion: version } })
    expect(await refusal(admin.api.blog.change({ params, body: submissionOf(post) }))).toMatchObject({
      status: 404,
    })
    const back = await admin.api.blog.change({ params, body: submissionOf(post) }, ifMatch(version))
    expect(back).toMatchObject({ title: 'Kept', version: version + 1, status: 'published' })
  })

  test('creates a post if it is absent, and rejects it otherwise', async () => {
    const params = { id: randomUUID() }
    const made = await admin.api.blog.change({ params, body: newPost() }, ifAbsent)
    expect(made).toMatchObject({ id: params.id, version: 1 })
    expect(await refusal(admin.api.blog.change({ params, body: newPost() }, ifAbsent))).toMatchObject({
      status: 412,
      body: { current: made },
    })
    await admin.api.blog.remove({ params })
    expect(await refusal(admin.api.blog.change({ params, body: newPost() }, ifAbsent))).toMatchObject({
      status: 412,
      body: { current: null, currentVersion: 2 },
    })
  })

  test.each([
    { 'if-match': 'three' },
    { 'if-match': '"1", "2"' },
    { 'if-none-match': '"1"' },
    { 'if-match': '"1"', 'if-none-match': '*' },
  ])('rejects the headers %j', async (headers) => {
    const change = admin.api.blog.change({ params: { id: unknownId }, body: newPost() }, { headers })
    expect(await refusal(change)).toMatchObject({ status: 400 })
  })
})

describe('a repeated request with an Idempotency-Key', () => {
  const send = (
    method: string,
    path: string,
    key: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    admin.fetch(path, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': key, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  test('returns identical bytes and changes nothing', async () => {
    const post = await addPost(admin)
    const path = `/api/admin/blog/posts/${post.id}`
    const key = randomUUID()
    const body = submissionOf(post, { title: 'Changed once' })
    const match = { 'if-match': entityTag(1) }
    const first = await send('PUT', path, key, body, match)
    const text = await first.text()
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { title: 'Later' }) })
    const again = await send('PUT', path, key, body, match)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([200, '"2"', text])
    expect(await admin.api.blog.read({ params: { id: post.id } })).toMatchObject({
      title: 'Later',
      version: 3,
    })
  })

  test('is executed once if both are sent concurrently', async () => {
    const post = await addPost(admin)
    const key = randomUUID()
    const body = submissionOf(post, { title: 'At once' })
    const texts = await Promise.all(
      Array.from({ length: 6 }, async () =>
        (await send('PUT', `/api/admin/blog/posts/${post.id}`, key, body)).text(),
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect((await admin.api.blog.read({ params: { id: post.id } })).version).toBe(2)
  })

  test('works for creating without an id and for deleting', async () => {
    const [key, body] = [randomUUID(), newPost()]
    const first = await admin.api.blog.create({ body }, under(key))
    expect(await admin.api.blog.create({ body }, under(key))).toEqual(first)
    const [removal, params] = [randomUUID(), { id: first.id }]
    const removed = await admin.api.blog.remove({ params }, under(removal, { 'if-match': '"1"' }))
    expect(await admin.api.blog.remove({ params }, under(removal, { 'if-match': '"1"' }))).toEqual(removed)
  })

  test('is rejected if its content differs', async () => {
    const post = await addPost(admin)
    const key = randomUUID()
    const params = { id: post.id }
    await admin.api.blog.change({ params, body: submissionOf(post) }, under(key))
    const other = admin.api.blog.change({ params, body: submissionOf(post, { title: 'Other' }) }, under(key))
    expect(await refusal(other)).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    expect(await refusal(admin.api.blog.remove({ params }, under(key)))).toMatchObject({ status: 422 })
  })

  test('is executed if the first attempt was rejected', async () => {
    await addPost(admin, { slug: 'occupied' })
    const post = await addPost(admin)
    const key = randomUUID()
    const params = { id: post.id }
    const refused = await refusal(
      admin.api.blog.change({ params, body: submissionOf(post, { slug: 'occupied' }) }, under(key)),
    )
    expect(refused).toMatchObject({ status: 409 })
    const body = submissionOf(post, { slug: 'vacant-instead' })
    expect(await admin.api.blog.change({ params, body }, under(key))).toMatchObject({ version: 2 })
  })
})

describe('changes since a sequence', () => {
  async function pull(since: number, limit = 100) {
    const posts = new Map<string, AdminPost | null>()
    let sequence = since
    for (;;) {
      const page = await admin.api.blog.changes({ query: { since: sequence, limit } })
      for (const post of page.posts) posts.set(post.id, post)
      for (const { id } of page.deleted) posts.set(id, null)
      sequence = page.sequence
      if (!page.more) return { posts, sequence }
    }
  }

  test('list created, changed and deleted posts once each, and nothing if nothing changed', async () => {
    const { sequence } = await pull(0)
    const made = await addPost(admin)
    const changed = await addPost(admin)
    const gone = await addPost(admin)
    const body = submissionOf(changed, { title: 'New title' })
    const now = await admin.api.blog.change({ params: { id: changed.id }, body })
    await admin.api.blog.remove({ params: { id: gone.id } })
    const response = await admin.api.blog.changes({ query: { since: sequence } })
    expect(response.posts).toEqual([made, now])
    expect(response.deleted).toEqual([{ id: gone.id, version: 2, sequence: response.sequence }])
    expect(await admin.api.blog.changes({ query: { since: response.sequence } })).toEqual({
      posts: [],
      deleted: [],
      sequence: response.sequence,
      more: false,
    })
  })

  test('come in pages without gaps', async () => {
    for (let count = 0; count < 7; count += 1) await addPost(admin)
    const whole = await pull(0)
    expect(await pull(0, 3)).toEqual(whole)
  })

  test('miss none of many concurrent changes', async () => {
    const seen = new Map<string, AdminPost | null>()
    let sequence = (await pull(0)).sequence
    let writing = true
    const writers = Promise.all(
      Array.from({ length: 8 }, async () => {
        const post = await addPost(admin)
        await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { title: 'Twice' }) })
        return post.id
      }),
    ).finally(() => (writing = false))
    while (writing) {
      const page = await pull(sequence, 2)
      for (const [id, post] of page.posts) seen.set(id, post)
      sequence = page.sequence
    }
    for (const [id, post] of (await pull(sequence)).posts) seen.set(id, post)
    for (const id of await writers) expect(seen.get(id)).toMatchObject({ version: 2, title: 'Twice' })
  })

  // PGlite has one connection, so a second transaction cannot wait.
  if (testServerUrl !== null) {
    test('does not show a later change before an earlier one', async () => {
      const [one, other] = [await addPost(admin), await addPost(admin)]
      const before = (await nextSequence(app.database.fork())) - 1
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      let taken: () => void = () => undefined
      const isTaken = new Promise<void>((resolve) => (taken = resolve))
      const slow = app.database.fork().transactional(async (em) => {
        await lockPosts(em)
        const post = await em.findOneOrFail(Post, { id: one.id })
        post.sequence = await nextSequence(em)
        await em.flush()
        taken()
        await released
      })
      await isTaken
      const quick = admin.api.blog.change({ params: { id: other.id }, body: submissionOf(other) })
      expect(await admin.api.blog.changes({ query: { since: before } })).toMatchObject({
        posts: [],
        sequence: before,
      })
      release()
      await Promise.all([slow, quick])
      const { posts } = await admin.api.blog.changes({ query: { since: before } })
      expect(posts.map(({ id, sequence }) => [id, sequence - before])).toEqual([
        [one.id, 1],
        [other.id, 2],
      ])
    })
  }
})
