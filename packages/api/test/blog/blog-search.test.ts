import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPost, publishPost } from './blog-fixtures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, type Visitor } from '../../testing/visitor.ts'
import { searchNames } from '@priormark/core/testing/search-names'

let app: TestApp
let admin: Visitor
let reader: Visitor
beforeAll(async () => {
  app = await startTestApp()
  admin = await newAdmin(app)
  reader = newVisitor(app)
  const posts = [
    { title: 'Copyright for songwriters', content: '<p>Melodies and lyrics are protected at once.</p>' },
    { title: 'What a blockchain proves', content: '<p>A timestamp. Nothing about who wrote it.</p>' },
    { title: 'Sketches', excerpt: 'Protecting a drawing.', content: '<p>Keep every sketch you make.</p>' },
    {
      title: 'Café stories',
      content: '<p>A barista wrote a <strong>screen</strong>play about copyright.</p>',
    },
    { title: 'How to do it', content: '<p>100% of what you need.</p>' },
  ]
  for (const post of posts) await publishPost(admin, post)
  await addPost(admin, { title: 'Copyright draft', content: '<p>Not ready.</p>' })
})
afterAll(() => app.close())

const find = async (search: string) =>
  (await reader.api.blog.list({ query: { search } })).posts.map(({ title }) => title)

test.each([
  ['copyright', ['Copyright for songwriters', 'Café stories']],
  ['COPYRIGHT', ['Copyright for songwriters', 'Café stories']],
  ['protection', ['Sketches', 'Copyright for songwriters']],
  ['copyrite', ['Copyright for songwriters', 'Café stories']],
  ['blockchian', ['What a blockchain proves']],
  ['timestmap', ['What a blockchain proves']],
  ['songwr', ['Copyright for songwriters']],
  ['chain', ['What a blockchain proves']],
  ['right', ['Copyright for songwriters', 'Café stories']],
  ['screenplay', ['Café stories']],
  ['cafe', ['Café stories']],
  ['café', ['Café stories']],
  ['barista copyright', ['Café stories']],
  ['how to do it', ['How to do it']],
  ['100%', ['How to do it']],
  ['xylophone', []],
  ['%', ['How to do it']],
  ['_', []],
  ["'); drop table blog_post; --", []],
  ["o'brien & | ! :* \\", []],
])('%j finds %j', async (search, titles) => {
  expect(await find(search)).toEqual(titles)
})

test.each(searchNames)('finds by %j the posts about %j', async (search, name) => {
  await publishPost(admin, { title: `Titled ${name} now`, content: '<p>Text.</p>' })
  const title = `Written ${randomUUID()}`
  await publishPost(admin, { title, content: `<p>It is about ${name}.</p>` })
  expect(await find(search)).toEqual(expect.arrayContaining([`Titled ${name} now`, title]))
})

test('ranks the title above the excerpt, and the excerpt above the content', async () => {
  await publishPost(admin, { title: 'One', content: '<p>About a xenolith here.</p>' })
  await publishPost(admin, { title: 'Two', excerpt: 'The xenolith.', content: '<p>Text.</p>' })
  await publishPost(admin, { title: 'The xenolith', content: '<p>Text.</p>' })
  expect(await find('xenolith')).toEqual(['The xenolith', 'Two', 'One'])
})

test('ranks content-only matches by frequency', async () => {
  await publishPost(admin, { title: 'Often', content: '<p>Zeppelin, zeppelin and zeppelin.</p>' })
  await publishPost(admin, { title: 'Once', content: '<p>A zeppelin.</p>' })
  expect(await find('zeppelin')).toEqual(['Often', 'Once'])
  await publishPost(admin, { title: 'Newest', content: '<p>Another zeppelin.</p>' })
  expect(await find('zeppelin')).toEqual(['Often', 'Newest', 'Once'])
})

test('finds drafts for administrators only', async () => {
  expect(await find('draft')).toEqual([])
  const { posts, total } = await admin.api.blog.adminList({ query: { search: 'draft', status: 'draft' } })
  expect([posts.map(({ title }) => title), total]).toEqual([['Copyright draft'], 1])
  expect((await admin.api.blog.adminList({ query: { search: 'draft', status: 'published' } })).posts).toEqual(
    [],
  )
})

test('returns results in pages with their count', async () => {
  for (let count = 0; count < 12; count += 1) await publishPost(admin, { title: `Quokka ${count}` })
  const first = await reader.api.blog.list({ query: { search: 'quokka' } })
  const second = await reader.api.blog.list({ query: { search: 'quokka', page: 2 } })
  expect([first.posts.length, first.total, second.posts.length, second.total]).toEqual([10, 12, 2, 12])
  expect(await reader.api.blog.list({ query: { search: 'quokka', page: 3 } })).toEqual({
    posts: [],
    total: 12,
  })
})
