import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { deleteExpiredBlogData } from '../../src/blog/post-schedule.ts'
import { addPost, newPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { startTestApp, unknownId } from '../../testing/test-app.ts'
import { newAdmin, newStaff, newVisitor, refusal, type Visitor } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
const reader = newVisitor(app)
afterAll(() => app.close())

const autosave = (id: string, revisionId: string, fields: object, version: number | null = null) =>
  admin.api.blog.autosave({ params: { id, revisionId }, body: { version, fields } })

describe('autosaving', () => {
  test("stores the editor's content and never changes the published post", async () => {
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

  test('works before the post is created, and for an empty post', async () => {
    const params = { id: randomUUID(), revisionId: randomUUID() }
    await autosave(params.id, params.revisionId, {})
    await autosave(params.id, params.revisionId, {
      title: 'Soon',
      slug: 'Not a slug yet',
      excerpt: 'x'.repeat(900),
    })
    expect((await admin.api.blog.revision({ params })).fields).toMatchObject({ title: 'Soon', content: '' })
  })

  test('sanitizes the content', async () => {
    const params = { id: randomUUID(), revisionId: randomUUID() }
    await autosave(params.id, params.revisionId, { content: '<p onclick="x()">Text<script>y()</script></p>' })
    expect((await admin.api.blog.revision({ params })).fields.content).toBe('<p>Text</p>')
  })

  test("cannot overwrite a saved revision or another post's", async () => {
    const post = await addPost(admin)
    const [saved] = await admin.api.blog.revisions({ params: { id: post.id } })
    expect(await refusal(autosave(post.id, saved?.id ?? '', { title: 'x' }))).toMatchObject({ status: 409 })
    const revisionId = randomUUID()
    await autosave(post.id, revisionId, { title: 'Mine' })
    expect(await refusal(autosave(randomUUID(), revisionId, { title: 'x' }))).toMatchObject({ status: 409 })
  })

  test('is continued only by the person who began it, also under another name', async () => {
    const [writer, other] = [await newStaff(app, 'blog'), await newStaff(app, 'blog')]
    const params = { id: randomUUID(), revisionId: randomUUID() }
    const save = (by: Visitor) =>
      by.api.blog.autosave({ params, body: { version: null, fields: { title: 'Mine' } } })
    await save(writer)
    const { people } = await admin.api.people.list()
    const id = people.find(({ username }) => username === writer.username)?.id ?? ''
    const username = `${writer.username}-renamed`
    await admin.api.people.change({ params: { id }, body: { username } })
    expect(await save(writer)).toMatchObject({ by: username })
    expect(await admin.api.blog.revisions({ params: { id: params.id } })).toMatchObject([{ by: username }])
    expect(await refusal(save(other))).toMatchObject({ status: 409 })
  })

  test('keeps fifty revisions of concurrent editors', async () => {
    const id = randomUUID()
    for (let count = 0; count < 53; count += 1) await autosave(id, randomUUID(), { title: `Tab ${count}` })
    const revisions = await admin.api.blog.revisions({ params: { id } })
    expect(revisions).toHaveLength(50)
    expect(revisions[0]?.title).toBe('Tab 52')
  })
})

describe('restoring a revision', () => {
  test('makes an earlier text the newest, and keeps all others', async () => {
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

  test('keeps the current address, unless that of the revision is asked for', async () => {
    const first = await publishPost(admin, { title: 'Moved', slug: 'old-home' })
    const params = { id: first.id }
    await admin.api.blog.change({ params, body: submissionOf(first, { title: 'Moving', slug: 'new-home' }) })
    const original = (await admin.api.blog.revisions({ params })).find(({ title }) => title === 'Moved')
    const revision = { ...params, revisionId: original?.id ?? '' }
    const kept = await admin.api.blog.restore({ params: revision })
    expect(kept).toMatchObject({ title: 'Moved', slug: 'new-home' })
    const back = await admin.api.blog.restore({ params: revision, query: { slug: 'restore' } })
    expect(back).toMatchObject({ title: 'Moved', slug: 'old-home' })
  })

  test('is rejected if the post was changed meanwhile', async () => {
    const post = await addPost(admin)
    const [revision] = await admin.api.blog.revisions({ params: { id: post.id } })
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post) })
    const params = { id: post.id, revisionId: revision?.id ?? '' }
    const restore = admin.api.blog.restore({ params }, { headers: { 'if-match': '"1"' } })
    expect(await refusal(restore)).toMatchObject({ status: 412 })
  })

  test('reports missing fields of an unfinished text', async () => {
    const post = await addPost(admin)
    const revisionId = randomUUID()
    await autosave(post.id, revisionId, { title: '', content: '<p>Text</p>', slug: post.slug })
    const error = await refusal(admin.api.blog.restore({ params: { id: post.id, revisionId } }))
    expect(error).toMatchObject({ status: 400, fields: { title: ['Title is required'] } })
  })

  test('responds 404 for an unknown revision', async () => {
    const post = await addPost(admin)
    const missing = admin.api.blog.restore({ params: { id: post.id, revisionId: unknownId } })
    expect(await refusal(missing)).toMatchObject({ status: 404 })
    const params = { id: post.id, revisionId: unknownId }
    expect(await refusal(admin.api.blog.revision({ params }))).toMatchObject({ status: 404 })
  })
})

describe('a preview link', () => {
  const open = (path: string) => reader.api.blog.preview({ params: { token: path.split('/').at(-1) ?? '' } })

  test('shows a draft with its newest text to anyone who has it', async () => {
    const post = await addPost(admin, { title: 'Saved' })
    const { path, expiresAt } = await admin.api.blog.makePreview({ params: { id: post.id } })
    expect(path).toMatch(/^\/blog\/preview\/[\w-]{43}$/)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect(await open(path)).toMatchObject({ title: 'Saved', author: { firstName: 'The editors' } })
    await autosave(post.id, randomUUID(), { title: 'Typed', content: '<p>Typed</p>', tags: ['New'] })
    expect(await open(path)).toMatchObject({ title: 'Typed', excerpt: 'Typed', tags: [{ name: 'New' }] })
  })

  test('shows a post that was only autosaved', async () => {
    const id = randomUUID()
    expect(await refusal(admin.api.blog.makePreview({ params: { id } }))).toMatchObject({ status: 404 })
    await autosave(id, randomUUID(), { title: 'Only typed' })
    const { path } = await admin.api.blog.makePreview({ params: { id } })
    expect(await open(path)).toMatchObject({
      title: 'Only typed',
      status: 'draft',
      author: { firstName: 'The editors' },
    })
    const { id: authorId } = await admin.api.blog.addAuthor({ body: { firstName: 'Pen name' } })
    const chosen = await admin.api.blog.makePreview({ params: { id }, query: { authorId } })
    expect((await open(chosen.path)).author.firstName).toBe('Pen name')
    await admin.api.blog.removeAuthor({ params: { id: String(authorId) } })
    expect((await open(chosen.path)).author.firstName).toBe('The editors')
  })

  test('shows nothing if it is made up or expired', async () => {
    expect(await refusal(open('x'.repeat(43)))).toMatchObject({ status: 404 })
    const post = await addPost(admin)
    const { path } = await admin.api.blog.makePreview({ params: { id: post.id } })
    await app.database
      .fork()
      .execute(`update blog_preview set expires_at = now() - interval '1 second' where post_id = ?`, [
        post.id,
      ])
    expect(await refusal(open(path))).toMatchObject({ status: 404 })
  })

  test('shows nothing for a deleted post, and cannot be created for one', async () => {
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

test('the cleanup deletes old responses and revisions of long-deleted posts, and nothing else', async () => {
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const kept = await admin.api.blog.create({ body: newPost() }, key)
  const gone = await addPost(admin)
  await admin.api.blog.remove({ params: { id: gone.id } })
  const em = app.database.fork()
  await em.execute("update blog_revision set at = now() - interval '100 days'")
  await em.execute("update idempotent_request set created_at = now() - interval '100 days'")
  await deleteExpiredBlogData({ database: app.database })
  expect(await admin.api.blog.revisions({ params: { id: kept.id } })).toHaveLength(1)
  expect(await admin.api.blog.revisions({ params: { id: gone.id } })).toEqual([])
  expect(await em.execute('select count(*)::int as n from idempotent_request')).toEqual([{ n: 0 }])
})
