import { AppError } from '@priormark/core/platform/errors'
import { freeSlug, maxSlugLength } from '@priormark/core/blog/slug'
import type { Em } from '../platform/database/database.ts'
import { SlugRedirect } from './slug-redirect-entity.ts'

/**
 * Ensures that no other post has or had the slug. Requires lockPosts().
 * @throws AppError slug_taken with a free slug as `suggestion`
 */
export async function claimSlug(em: Em, slug: string, postId: string): Promise<void> {
  // Suggestions begin with the requested slug, shortened to leave room for a number.
  const beginning = slug.slice(0, maxSlugLength - 8)
  const rows = await em.execute<{ slug: string }[]>(
    `select slug from blog_post where slug like ? and id <> ? and deleted_at is null
     union select slug from blog_slug_redirect where slug like ? and post_id <> ?`,
    [`${beginning}%`, postId, `${beginning}%`, postId],
  )
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(slug)) return
  const suggestion = freeSlug(slug, (one) => taken.has(one))
  throw new AppError('slug_taken', `The slug ${slug} is in use. ${suggestion} is free.`, {
    fields: { slug: [`This slug is in use. ${suggestion} is free.`] },
    details: { suggestion },
  })
}

/** Permanently redirects the old slug `from` of a published post, now that it is `to`. */
export async function moveSlug(
  em: Em,
  postId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await em.nativeDelete(SlugRedirect, { slug: to })
  await em.upsert(SlugRedirect, { slug: from, post: postId, createdAt: new Date() })
}
