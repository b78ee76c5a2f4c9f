import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tidyBlog } from '../../src/blog/post-schedule.ts'
import { addPost, newPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { startTestApp, unknownId, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal, type Visitor } from '../../testing/visitor.ts'

let app: TestApp
let admin: Visitor
let reader: Visitor
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
  reader = newVisitor(app)
})
afterAll(() => app.close())

const autosave = (id: string, revisionId: string, fields: object, version: number | null = null) =>
  admin.api.blog.autosave({ params: { id, revisionId }, body: { version, fields } })

describe('saving by itself', () => {
  test('keeps what stands in the editor and never touches the live post', async () => {
    const post = await publishPost(admin, { title: 'Live' })
    const revisionId = randomUUID()
    await autosave(post.id, revisionId, { title: 'Half', content: '<p>Half a</p>' }, 1)
    const kept = await autosave(
      post.id,
      revisionId,
      { title: 'Half a', content: '<p>Half a sentence</p>' },
      1,
    )
    expect(kept).toMatchObject({ id: revisionId, kind: 'autosave', version: 1, by: 'admin', wordCount: 3 })
    expect(await admin.api.blog.read({ params: { id: post.id } })).toEqual(post)
    expect(await reader.api.blog.bySlug({ params: { slug: post.slug } })).toMatchObject({ title: 'Live' })
    const revisions = await admin.api.blog.revisions({ params: { id: post.id } })
    expect(revisions.map(({ kind, title }) => [kind, title])).toEqual([
      ['autosave', 'Half a'],
      ['saved', 'Live'],
    ])
  })

  test('works for a post that is not created yet, and for one with nothing in it', async () => {
    const params = { id: randomUUID(), revisionId: randomUUID() }
    await autosave(params.id, params.revisionId, {})
    await autosave(params.id, params.revisionId, {
      title: 'Soon',
      slug: 'Not a slug yet',
      excerpt: 'x'.repeat(900),
    })
    expect((await admin.api.blog.revision({ params })).fields).toMatchObject({ title: 'Soon', content: '' })
  })

  test('cleans what it keeps', async () => {
    const params = { id: randomUUID(), revisionId: randomUUID() }
    await autosave(params.id, params.revisionId, { content: '<p onclick="x()">Text<script>y()</script></p>' })
    expect((await admin.api.blog.revision({ params })).fields.content).toBe('<p>Text</p>')
  })

  test('cannot write over a saved state or over the text of another post', async () => {
    const post = await addPost(admin)
    const [saved] = await admin.api.blog.revisions({ params: { id: post.id } })
    expect(await refusal(autosave(post.id, saved?.id ?? '', { title: 'x' }))).toMatchObject({ status: 409 })
    const revisionId = randomUUID()
    await autosave(post.id, revisionId, { title: 'Mine' })
    expect(await refusal(autosave(randomUUID(), revisionId, { title: 'x' }))).toMatchObject({ status: 409 })
  })

  test('by many editors keeps fifty', async () => {
    const id = randomUUID()
    for (let count = 0; count < 53; count += 1) await autosave(id, randomUUID(), { title: `Tab ${count}` })
    const revisions = await admin.api.blog.revisions({ params: { id } })
    expect(revisions).toHaveLength(50)
    expect(revisions[0]?.title).toBe('Tab 52')
  })
})

describe('restoring', () => {
  test('makes an earlier text the newest, and loses none', async () => {
    const first = await publishPost(admin, { title: 'Original', tags: ['Kept'] })
    const params = { id: first.id }
    await admin.api.blog.change({ params, body: submissionOf(first, { title: 'Spoiled', tags: [] }) })
    const revisions = await admin.api.blog.revisions({ params })
    const original = revisions.find(({ title }) => title === 'Original')
    const restored = await admin.api.blog.restore(
      { params: { ...params, revisionId: original?.id ?? '' } },
      { headers: { 'if-match': '"2"' } },
    )
    expect(restored).toMatchObject({ title: 'Original', version: 3, status: 'published' })
    expect(restored.tags.map(({ name }) => name)).toEqual(['Kept'])
    const titles = (await admin.api.blog.revisions({ params })).map(({ title }) => title)
    expect(titles).toEqual(['Original', 'Spoiled', 'Original'])
  })

  test('of a version somebody changed meanwhile is refused', async () => {
    const post = await addPost(admin)
    const [revision] = await admin.api.blog.revisions({ params: { id: post.id } })
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post) })
    const params = { id: post.id, revisionId: revision?.id ?? '' }
    const restore = admin.api.blog.restore({ params }, { headers: { 'if-match': '"1"' } })
    expect(await refusal(restore)).toMatchObject({ status: 412 })
  })

  test('of an unfinished text says what is missing', async () => {
    const post = await addPost(admin)
    const revisionId = randomUUID()
    await autosave(post.id, revisionId, { title: '', content: '<p>Text</p>', slug: post.slug })
    const error = await refusal(admin.api.blog.restore({ params: { id: post.id, revisionId } }))
    expect(error).toMatchObject({ status: 400, fields: { title: ['Title is required'] } })
  })

  test('of what is not there is refused', async () => {
    const post = await addPost(admin)
    const missing = admin.api.blog.restore({ params: { id: post.id, revisionId: unknownId } })
    expect(await refusal(missing)).toMatchObject({ status: 404 })
    const params = { id: post.id, revisionId: unknownId }
    expect(await refusal(admin.api.blog.revision({ params }))).toMatchObject({ status: 404 })
  })
})

describe('a preview link', () => {
  const open = (path: string) => reader.api.blog.preview({ params: { token: path.split('/').at(-1) ?? '' } })

  test('shows a draft with its newest text to whoever has it', async () => {
    const post = await addPost(admin, { title: 'Saved' })
    const { path, expiresAt } = await admin.api.blog.makePreview({ params: { id: post.id } })
    expect(path).toMatch(/^\/blog\/preview\/[\w-]{43}$/)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect(await open(path)).toMatchObject({ title: 'Saved', author: { firstName: 'The editors' } })
    await autosave(post.id, randomUUID(), { title: 'Typed', content: '<p>Typed</p>', tags: ['New'] })
    expect(await open(path)).toMatchObject({ title: 'Typed', excerpt: 'Typed', tags: [{ name: 'New' }] })
  })

  test('shows a post that was only typed', async () => {
    const id = randomUUID()
    expect(await refusal(admin.api.blog.makePreview({ params: { id } }))).toMatchObject({ status: 404 })
    await autosave(id, randomUUID(), { title: 'Only typed' })
    const { path } = await admin.api.blog.makePreview({ params: { id } })
    expect(await open(path)).toMatchObject({
      title: 'Only typed',
      status: 'draft',
      author: { firstName: 'The editors' },
    })
  })

  test('that was made up or has expired shows nothing', async () => {
    expect(await refusal(open('x'.repeat(43)))).toMatchObject({ status: 404 })
    const post = await addPost(admin)
    const { path } = await admin.api.blog.makePreview({ params: { id: post.id } })
    await app.database
      .fork()
      .execute('update blog_preview set expires_at = now() where post_id = ?', [post.id])
    expect(await refusal(open(path))).toMatchObject({ status: 404 })
  })

  test('of a deleted post shows nothing, and none is made', async () => {
    const post = await addPost(admin, { title: 'Regretted' })
    const { path } = await admin.api.blog.makePreview({ params: { id: post.id } })
    await admin.api.blog.remove({ params: { id: post.id } })
    expect(await refusal(open(path))).toMatchObject({ status: 404 })
    expect(await refusal(admin.api.blog.makePreview({ params: { id: post.id } }))).toMatchObject({
      status: 404,
    })
  })

  test('cannot be read from the database', async () => {
    const post = await addPost(admin)
    const { path } = await admin.api.blog.makePreview({ params: { id: post.id } })
    const rows = await app.database.fork().execute('select * from blog_preview where post_id = ?', [post.id])
    expect(JSON.stringify(rows)).not.toContain(path.split('/').at(-1))
  })
})

test('tidying forgets old answers and revisions of posts long gone, and nothing else', async () => {
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const kept = await admin.api.blog.create({ body: newPost() }, key)
  const gone = await addPost(admin)
  await admin.api.blog.remove({ params: { id: gone.id } })
  const em = app.database.fork()
  await em.execute("update blog_revision set at = now() - interval '100 days'")
  await em.execute("update blog_request set created_at = now() - interval '100 days'")
  await tidyBlog({ database: app.database })
  expect(await admin.api.blog.revisions({ params: { id: kept.id } })).toHaveLength(1)
  expect(await admin.api.blog.revisions({ params: { id: gone.id } })).toEqual([])
  expect(await em.execute('select count(*)::int as n from blog_request')).toEqual([{ n: 0 }])
})
