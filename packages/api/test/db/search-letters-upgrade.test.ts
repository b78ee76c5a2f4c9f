import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listPublished } from '../../src/blog/post-list.ts'
import { readOrderPage } from '../../src/orders/order-list.ts'
import { buildOrder } from '../../testing/builders/order.ts'
import { openEmptyDatabase } from '../../testing/database.ts'

test('an upgrade lets a search find the names of earlier orders and posts', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261127191500_customer_address')
    const em = database.fork()
    const { id } = buildOrder(em, { lastName: 'Łukasz', searchText: 'grace łukasz grace@example.org' })
    await em.flush()
    const postId = randomUUID()
    await em.execute(
      `insert into blog_author (id, first_name, username) values (1, 'Admin', 'admin') on conflict do nothing`,
    )
    await em.execute(
      `insert into blog_post (id, title, slug, content, excerpt, summary, status, author_id, created_at, updated_at,
         published_at, version, sequence, search_text)
       values (?, 'Søren', 'soren', '<p>A text by Weiß</p>', '', 'A text by Weiß', 'published', 1, now(), now(), now(),
         1, 1, 'søren a text by weiß')`,
      [postId],
    )

    await database.migrate()

    const after = database.fork()
    const filter = { tab: 'all', search: 'lukasz', date: 'ordered', from: '', to: '' } as const
    const { rows } = await readOrderPage(after, filter, { page: 1, limit: 10 })
    expect(rows.map((row) => row.id)).toEqual([id])
    for (const search of ['soren', 'weiss']) {
      expect((await listPublished(after, { search, page: 1 })).rows).toHaveLength(1)
    }
  } finally {
    await database.close()
  }
})
