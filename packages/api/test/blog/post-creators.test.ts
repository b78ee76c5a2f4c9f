import { afterAll, expect, test } from 'vitest'
import { changeAdmin } from '../../src/staff/auth/admin-service.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin, newStaff, refusal, type Visitor } from '../../testing/visitor.ts'
import { publishPost, submissionOf } from './blog-fixtures.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

test('a writer edits every post, but deletes only their own, also under a new name', async () => {
  const [writer, other] = [await newStaff(app, 'blog'), await newStaff(app, 'blog')]
  const [own, owners] = [await publishPost(writer), await publishPost(admin)]
  const remove = (who: Visitor, id: string) => who.api.blog.remove({ params: { id } })
  const edit = (who: Visitor, post: typeof own) =>
    who.api.blog.change({ params: { id: post.id }, body: submissionOf(post, { title: 'Edited' }) })
  expect(await edit(writer, owners)).toMatchObject({ title: 'Edited', createdBy: 'admin' })
  await edit(other, own)
  for (const [who, { id }] of [
    [writer, owners],
    [other, own],
  ] as const) {
    expect(await refusal(remove(who, id))).toMatchObject({
      status: 403,
      serverMessage: 'Only an owner can delete a post that someone else created',
    })
  }
  const username = `${writer.username}-new`
  await changeAdmin(app.database.fork(), { name: writer.username }, { username }, { actor: 'shell' })
  expect(await writer.api.blog.read({ params: { id: own.id } })).toMatchObject({ createdBy: username })
  await remove(writer, own.id)
  await remove(admin, owners.id)
})
