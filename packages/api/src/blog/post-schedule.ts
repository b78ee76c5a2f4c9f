import { audit } from '../staff/audit/audit-service.ts'
import type { Log } from '../platform/logging/log.ts'
import type { Database } from '../platform/database/database.ts'
import { lockPosts, nextSequence } from './post-changes.ts'
import { mergeOldViews } from './post-views.ts'
import { Post } from './post-entity.ts'
import { sql } from 'kysely'
import { queries } from './tables.ts'

/** How long stored responses and the revisions of deleted posts are kept. Desktop apps may be offline for that long. */
const retentionDays = 90

/** Publishes every draft that is due, once. @returns how many */
export async function publishDuePosts({ database, log }: { database: Database; log: Log }): Promise<number> {
  const publishedCount = await database.fork().transactional(async (em) => {
    await lockPosts(em)
    const dueFilter = { status: 'draft', deletedAt: null, scheduledAt: { $lte: new Date() } } as const
    const posts = await em.find(Post, dueFilter, { orderBy: { scheduledAt: 'asc' } })
    let sequence = await nextSequence(em)
    for (const post of posts) {
      post.status = 'published'
      post.publishedAt ??= post.scheduledAt ?? null
      post.scheduledAt = null
      post.updatedAt = new Date()
      post.version += 1
      post.sequence = sequence
      sequence += 1
      audit(em, { actor: 'system', action: 'post.published', subject: post.id })
    }
    return posts.length
  })
  if (publishedCount > 0) log.info({ published: publishedCount }, 'blog: published scheduled posts')
  return publishedCount
}

/**
 * Deletes what the blog no longer needs: old responses, expired previews and old revisions of deleted posts.
 * Also merges old daily views into months.
 */
export async function deleteExpiredBlogData({ database }: { database: Database }): Promise<void> {
  const em = database.fork()
  const expiryTime = new Date(Date.now() - retentionDays * 24 * 3_600_000)
  const db = queries(em)
  await db.deleteFrom('idempotent_request').where('created_at', '<', expiryTime).execute()
  await db
    .deleteFrom('blog_preview')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('blog_revision')
    .where('at', '<', expiryTime)
    .where((eb) => {
      const post = eb
        .selectFrom('blog_post')
        .select('id')
        .whereRef('blog_post.id', '=', 'blog_revision.post_id')
      return eb.not(eb.exists(post.where('blog_post.deleted_at', 'is', null)))
    })
    .execute()
  await mergeOldViews(em, new Date())
}
