import { blogEndpoints } from '@priormark/core/blog/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, placeOrder } from '../../testing/visitor.ts'
import { addPost } from '../blog/blog-fixtures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the log names orders and posts while they exist', async () => {
  const admin = await newAdmin(app)
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
