import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin, newStaff, refusal } from '../../testing/visitor.ts'
import { addPost } from './blog-fixtures.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const read = (id: string) => admin.api.blog.read({ params: { id } })

async function tagId(name: string): Promise<string> {
  const { tags } = await admin.api.blog.topics()
  return String(tags.find((tag) => tag.name === name)?.id ?? '')
}

async function change(name: string, body: { name: string; isMerge?: boolean }): Promise<void> {
  await admin.api.blog.changeTopic({ params: { id: await tagId(name) }, body })
}

describe('a category or tag', () => {
  test('is renamed on every post, which desktop apps then fetch again', async () => {
    const [before, after] = [unique('Musik'), unique('Music')]
    const posts = [await addPost(admin, { tags: [before] }), await addPost(admin, { tags: [before] })]
    const other = await addPost(admin)
    await change(before, { name: after })
    for (const { id, version } of posts) {
      const post = await read(id)
      expect(post).toMatchObject({ version: version + 1, tags: [{ name: after }] })
    }
    const changed = await admin.api.blog.changes({ query: { since: other.sequence } })
    expect(changed.posts.map(({ id }) => id).toSorted()).toEqual(posts.map(({ id }) => id).toSorted())
    expect((await read(other.id)).version).toBe(other.version)
  })

  test('is merged only on request, and a post with both keeps one', async () => {
    const [one, two] = [unique('Song'), unique('Songs')]
    const both = await addPost(admin, { tags: [one, two] })
    const first = await addPost(admin, { tags: [one] })
    expect(await refusal(change(one, { name: two.toUpperCase() }))).toMatchObject({
      code: 'conflict',
      serverMessage: 'There is already a tag with this name',
    })
    await change(one, { name: two, isMerge: true })
    expect((await read(both.id)).tags.map(({ name }) => name)).toEqual([two])
    expect((await read(first.id)).tags.map(({ name }) => name)).toEqual([two])
    const { tags } = await admin.api.blog.topics()
    expect(tags.find(({ name }) => name === two)?.postCount).toBe(2)
    expect(tags.some(({ name }) => name === one)).toBe(false)
  })

  test('is deleted from its posts', async () => {
    const name = unique('Old')
    const post = await addPost(admin, { tags: [name, 'Kept'] })
    const id = await tagId(name)
    await admin.api.blog.removeTopic({ params: { id } })
    expect(await read(post.id)).toMatchObject({ version: post.version + 1, tags: [{ name: 'Kept' }] })
    expect(await refusal(admin.api.blog.removeTopic({ params: { id } }))).toMatchObject({ status: 404 })
  })
})

describe('an author', () => {
  test('never has the number of a deleted one, whose unsent drafts would become theirs', async () => {
    const { id } = await admin.api.blog.addAuthor({ body: { firstName: 'Gone' } })
    await admin.api.blog.removeAuthor({ params: { id: String(id) }, query: { into: 1 } })
    const next = await admin.api.blog.addAuthor({ body: { firstName: 'Next' } })
    expect(next.id).toBeGreaterThan(id)
    expect(await refusal(addPost(admin, { authorId: id }))).toMatchObject({ status: 400 })
  })

  test('is added with the next number and a username of its own', async () => {
    const added = await Promise.all(
      ['Dana Lee', 'Dana Lee'].map((firstName) => admin.api.blog.addAuthor({ body: { firstName } })),
    )
    const [first = 0, second = 0] = added.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(second).toBe(first + 1)
    expect(added.map(({ username }) => username).toSorted()).toEqual(['dana-lee', `dana-lee-${second}`])
  })

  test('is made for a writer from the name that they choose, never from their login name', async () => {
    const writer = await newStaff(app, 'blog')
    expect(await writer.api.auth.ping()).not.toHaveProperty('authorId')
    expect((await addPost(writer)).authorId).toBe(1)
    const named = await writer.api.blog.setOwnAuthorName({ body: { firstName: 'Mia Koch' } })
    expect(named).toMatchObject({ firstName: 'Mia Koch', username: 'mia-koch' })
    expect((await writer.api.auth.ping()).authorId).toBe(named.id)
    const renamed = { id: named.id, firstName: 'M. K.', username: 'm-k' }
    expect(await writer.api.blog.setOwnAuthorName({ body: { firstName: 'M. K.' } })).toEqual(renamed)
    const names = JSON.stringify(await admin.api.blog.authors()).toLowerCase()
    expect(names).not.toContain(writer.username)

    const { id: into } = await admin.api.blog.addAuthor({ body: { firstName: 'Pen name' } })
    await admin.api.blog.removeAuthor({ params: { id: String(named.id) }, query: { into } })
    expect((await writer.api.auth.ping()).authorId).toBe(into)
  })

  test('that accounts share keeps its name when one of them chooses another', async () => {
    const [one, two] = [await newStaff(app, 'blog'), await newStaff(app, 'blog')]
    const { id: into } = await one.api.blog.setOwnAuthorName({ body: { firstName: 'Both' } })
    const { id } = await two.api.blog.setOwnAuthorName({ body: { firstName: 'Second' } })
    await admin.api.blog.removeAuthor({ params: { id: String(id) }, query: { into } })
    const own = await two.api.blog.setOwnAuthorName({ body: { firstName: 'Solo' } })
    expect(own.id).not.toBe(into)
    const authors = await admin.api.blog.authors()
    expect(authors.find((author) => author.id === into)?.firstName).toBe('Both')
  })

  test('is deleted once the posts have another one', async () => {
    const { id } = await admin.api.blog.addAuthor({ body: { firstName: 'Bo' } })
    const post = await addPost(admin, { authorId: id })
    const listed = async () => (await admin.api.blog.authors()).find((author) => author.id === id)
    expect(await listed()).toMatchObject({ postCount: 1 })
    const remove = (number: number, into: number) =>
      admin.api.blog.removeAuthor({ params: { id: String(number) }, query: { into } })
    expect(await refusal(remove(id, id))).toMatchObject({ code: 'conflict' })
    expect(await refusal(remove(id, 99_999))).toMatchObject({ status: 404 })
    await remove(id, 1)
    expect(await read(post.id)).toMatchObject({ authorId: 1, version: post.version + 1 })
    expect(await listed()).toBeUndefined()
    expect(await refusal(remove(1, 1))).toMatchObject({ code: 'conflict' })
  })
})
