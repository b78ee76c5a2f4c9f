import { blogEndpoints } from '@priormark/core/blog/endpoints'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor, placeOrder } from '../../../testing/visitor.ts'
import { addPost } from '../../blog/blog-fixtures.ts'

const app = await startTestApp()
afterAll(() => app.close())

test('the log names topics and authors, also when they have the same id', async () => {
  const admin = await logInAsAdmin(app)
  await addPost(admin, { tags: ['Song', 'Songs', 'Hymn'] })
  const { tags } = await admin.api.blog.topics()
  const params = (name: string) => ({ id: String(tags.find((tag) => tag.name === name)?.id) })
  const { id } = params('Songs')
  const { id: number } = await admin.api.blog.addAuthor({ body: { firstName: 'Al' } })
  // Author 2 and the second tag.
  expect(String(number)).toBe(id)
  await admin.api.blog.changeAuthor({ params: { id }, body: { firstName: 'Bo', username: 'bo' } })
  const created = async () =>
    (await admin.api.audit.list({ query: { search: 'author.created' } })).entries.map(
      ({ subjectName, detail }) => [subjectName, detail],
    )
  expect(await created()).toEqual([['Bo', 'Al']])
  await admin.api.blog.changeTopic({ params: params('Song'), body: { name: 'Songs', isMerge: true } })
  await admin.api.blog.changeTopic({ params: { id }, body: { name: 'Music' } })
  await admin.api.blog.removeTopic({ params: params('Hymn') })
  await admin.api.blog.removeAuthor({ params: { id }, query: { into: 1 } })
  const { entries } = await admin.api.audit.list({ query: { topic: 'blog' } })
  expect(
    entries
      .filter(({ action }) => /^(category|tag|author)/.test(action))
      .map(({ action, subject, subjectName, detail }) => [action, subject, subjectName, detail]),
  ).toEqual([
    ['author.deleted', 'Bo', null, expect.stringContaining('the posts went to ')],
    ['tag.deleted', 'Hymn', null, null],
    ['tag.renamed', id, 'Music', 'Songs to Music'],
    ['tag.merged', id, 'Music', 'Song'],
    ['author.changed', id, null, 'Al to Bo'],
    ['author.created', id, null, 'Al'],
  ])
})

test('the log names orders and posts while they exist', async () => {
  const admin = await logInAsAdmin(app)
  const named = async (search: string) =>
    (await admin.api.audit.list({ query: { search } })).entries.map(({ action, subjectName }) => [
      action,
      subjectName,
    ])
  const orderId = await placeOrder(newVisitor(app), { projectName: 'Harbour Lights' })
  await admin.api.orders.addNote({ params: { id: orderId }, body: { text: 'Checked.' } })
  expect(await named(orderId)).toEqual([['order.note_added', 'Harbour Lights']])

  const post = await addPost(admin, { title: 'Why a date matters' })
  expect(await named(post.id)).toEqual([['post.created', 'Why a date matters']])
  const headers = { 'if-match': `"${post.version}"` }
  await admin.client.call(blogEndpoints.remove, { params: { id: post.id } }, { headers })
  expect(await named(post.id)).toEqual([
    ['post.deleted', null],
    ['post.created', null],
  ])

  await admin.api.price.change({ body: { price: 9 } })
  expect(await named('price.changed')).toEqual([['price.changed', null]])
})
