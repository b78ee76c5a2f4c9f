import { afterAll, describe, expect, test } from 'vitest'
import { addPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
const reader = newVisitor(app)
afterAll(() => app.close())

describe('slugs', () => {
  test('in use are rejected with a free suggestion', async () => {
    await addPost(admin, { slug: 'taken' })
    await addPost(admin, { slug: 'taken-2' })
    const error = await refusal(addPost(admin, { slug: 'taken' }))
    expect(error).toMatchObject({
      status: 409,
      code: 'slug_taken',
      fields: { slug: [expect.stringContaining('taken-3')] },
      body: { suggestion: 'taken-3' },
    })
    await addPost(admin, { slug: 'taken-3' })
  })

  test('requested concurrently go to one post', async () => {
    const tries = Array.from({ length: 6 }, () => addPost(admin, { slug: 'contested' }))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of a published post redirect to it permanently, through every change', async () => {
    const post = await publishPost(admin, { slug: 'first-address' })
    const params = { id: post.id }
    const second = await admin.api.blog.change({
      params,
      body: submissionOf(post, { slug: 'second-address' }),
    })
    await admin.api.blog.change({ params, body: submissionOf(second, { slug: 'third-address' }) })
    for (const slug of ['first-address', 'second-address', 'third-address']) {
      expect(await reader.api.blog.bySlug({ params: { slug } })).toMatchObject({
        id: post.id,
        slug: 'third-address',
      })
    }
    const taken = await refusal(addPost(admin, { slug: 'first-address' }))
    expect(taken).toMatchObject({ code: 'slug_taken' })
  })

  test('that a post had before can be used by it again', async () => {
    const post = await publishPost(admin, { slug: 'here' })
    const params = { id: post.id }
    const away = await admin.api.blog.change({ params, body: submissionOf(post, { slug: 'away' }) })
    await admin.api.blog.change({ params, body: submissionOf(away, { slug: 'here' }) })
    expect(await reader.api.blog.bySlug({ params: { slug: 'here' } })).toMatchObject({ slug: 'here' })
    expect(await reader.api.blog.bySlug({ params: { slug: 'away' } })).toMatchObject({ slug: 'here' })
  })

  test('of a draft change without a redirect', async () => {
    const post = await addPost(admin, { slug: 'draft-address' })
    const body = submissionOf(post, { slug: 'other-address', status: 'published' })
    await admin.api.blog.change({ params: { id: post.id }, body })
    expect(await refusal(reader.api.blog.bySlug({ params: { slug: 'draft-address' } }))).toMatchObject({
      status: 404,
    })
    await addPost(admin, { slug: 'draft-address' })
  })

  test('of a deleted post are free again, including old ones', async () => {
    const post = await publishPost(admin, { slug: 'gone' })
    await admin.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { slug: 'gone-too' }) })
    await admin.api.blog.remove({ params: { id: post.id } })
    await addPost(admin, { slug: 'gone' })
    await addPost(admin, { slug: 'gone-too' })
  })
})
