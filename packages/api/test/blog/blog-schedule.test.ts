import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { publishDuePosts } from '../../src/blog/post-schedule.ts'
import { openPostgres } from '../../src/operations/database/orm.ts'
import { addPost, newPost, publishPost, submissionOf } from './blog-fixtures.ts'
import { createServerDatabase, testServerUrl } from '../../testing/database-server.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
const reader = newVisitor(app)
afterAll(() => app.close())

const past = new Date(Date.now() - 60_000).toISOString()
const future = new Date(Date.now() + 3_600_000).toISOString()
const publish = () => publishDuePosts({ database: app.database, log: app.parts.log })

describe('scheduled publishing', () => {
  test('is part of the creation: the same id with a different time is a conflict', async () => {
    const body = newPost({ id: randomUUID(), scheduledAt: future })
    const post = await admin.api.blog.create({ body })
    const sameMoment = future.replace('Z', '+00:00')
    expect(await admin.api.blog.create({ body: { ...body, scheduledAt: sameMoment } })).toEqual(post)
    const error = await refusal(admin.api.blog.create({ body: { ...body, scheduledAt: null } }))
    expect(error).toMatchObject({ status: 412, body: { current: post } })
  })

  test('publishes a due draft once', async () => {
    const due = await addPost(admin, { scheduledAt: past })
    const later = await addPost(admin, { scheduledAt: future })
    expect(later).toMatchObject({ status: 'draft', scheduledAt: future })
    const counts = await Promise.all([publish(), publish(), publish()])
    expect(counts.sort()).toEqual([0, 0, 1])
    expect(await reader.api.blog.bySlug({ params: { slug: due.slug } })).toMatchObject({ publishedAt: past })
    expect(await admin.api.blog.read({ params: { id: due.id } })).toMatchObject({
      status: 'published',
      scheduledAt: null,
      version: 2,
    })
    expect(await refusal(reader.api.blog.bySlug({ params: { slug: later.slug } }))).toMatchObject({
      status: 404,
    })
    const { posts } = await admin.api.blog.changes({ query: { since: later.sequence } })
    expect(posts.map(({ id }) => id)).toEqual([due.id])
  })

  test('lists scheduled posts apart from other drafts', async () => {
    const scheduled = await addPost(admin, { title: 'Harvest scheduled', scheduledAt: future })
    const draft = await addPost(admin, { title: 'Harvest draft' })
    const published = await publishPost(admin, { title: 'Harvest published' })
    for (const [status, ids] of [
      ['scheduled', [scheduled.id]],
      ['draft', [draft.id]],
      ['published', [published.id]],
    ] as const) {
      const { posts } = await admin.api.blog.adminList({ query: { search: 'Harvest', status } })
      expect(posts.map(({ id }) => id)).toEqual(ids)
    }
  })

  test('ignores unscheduled and deleted posts', async () => {
    const taken = await addPost(admin, { scheduledAt: past })
    const body = submissionOf(taken, { scheduledAt: null })
    await admin.api.blog.change({ params: { id: taken.id }, body })
    const deleted = await addPost(admin, { scheduledAt: past })
    await admin.api.blog.remove({ params: { id: deleted.id } })
    expect(await publish()).toBe(0)
  })

  test('has no effect on a published post', async () => {
    expect(await publishPost(admin, { scheduledAt: future })).toMatchObject({ scheduledAt: null })
    expect(await refusal(addPost(admin, { scheduledAt: 'tomorrow' }))).toMatchObject({
      status: 400,
      fields: { scheduledAt: ['Choose a day and a time'] },
    })
  })
})

// PGlite allows only one process.
test.runIf(testServerUrl)(
  'publishes each post once from three concurrent processes (needs a PostgreSQL server)',
  async () => {
    const { url, drop } = await createServerDatabase(testServerUrl ?? '')
    const database = await openPostgres(url)
    try {
      await database.migrate()
      const amount = 200
      await database.fork().execute(
        `insert into blog_post (id, title, slug, content, excerpt, summary, status, author_id, scheduled_at, created_at,
         updated_at, version, sequence, search_text)
       select gen_random_uuid(), 'Due', 'due-' || n, '<p>x</p>', '', '', 'draft', 1, now() - interval '1 minute', now(),
         now(), 1, n, '' from generate_series(1, ?) as n`,
        [amount],
      )
      const script = path.join(import.meta.dirname, '../../testing/processes/publish-due.ts')
      const children = [1, 2, 3].map(() =>
        spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] }),
      )
      await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
      const outputs = children.map(({ stdout }) => text(stdout))
      for (const { stdin } of children) stdin.write('go\n')
      expect((await Promise.all(outputs)).map(Number).toSorted((a, b) => a - b)).toEqual([0, 0, amount])
      const [seen] = await database.fork().execute(
        `select count(*)::int as posts, count(distinct sequence)::int as sequences, min(sequence)::int as first,
         max(version)::int as version, (select count(*)::int from audit_entry where action = 'post.published') as audited
       from blog_post where status = 'published'`,
      )
      expect(seen).toEqual({
        posts: amount,
        sequences: amount,
        first: amount + 1,
        version: 2,
        audited: amount,
      })
    } finally {
      await database.close()
      await drop()
    }
  },
)
