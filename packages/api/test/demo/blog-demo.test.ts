import { imageNameOf } from '@priormark/core/images/image-address'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareForPage } from '../../src/blog/published-post.ts'
import { fillDemoBlog } from '../../src/demo/demo-blog.ts'
import { addPost } from '../blog/blog-fixtures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor } from '../../testing/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const fill = () => fillDemoBlog({ database: app.database, storage: app.parts.storage })

test('the demo adds posts with all their images, and changes nothing in a blog with posts', async () => {
  await fill()
  await fill()
  const reader = newVisitor(app)
  const { posts, total } = await reader.api.blog.list()
  expect(total).toBe(6)
  for (const { slug } of posts) {
    const post = await prepareForPage(app.database.fork(), await reader.api.blog.bySlug({ params: { slug } }))
    expect(post.excerpt).not.toBe('')
    expect(post.featuredImageFacts).toMatchObject({ width: 1600, height: 900 })
    expect(post.content).not.toMatch(/\[\w+\]/)
    for (const [img, src = ''] of post.content.matchAll(/<img src="([^"]*)"[^>]*>/g)) {
      expect(imageNameOf(src)).not.toBeNull()
      expect(img).toContain('srcset=')
      expect((await reader.fetch(src)).status).toBe(200)
    }
  }
  const admin = await newAdmin(app)
  const { posts: scheduled } = await admin.api.blog.adminList({ query: { status: 'scheduled' } })
  expect(scheduled).toHaveLength(1)
})

test('an existing post prevents the demo', async () => {
  const other = await startTestApp()
  try {
    await addPost(await newAdmin(other))
    await fillDemoBlog({ database: other.database, storage: other.parts.storage })
    expect((await (await newAdmin(other)).api.blog.adminList()).total).toBe(1)
  } finally {
    await other.close()
  }
})
