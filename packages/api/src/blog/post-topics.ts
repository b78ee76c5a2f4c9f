import { slugFrom, freeSlug } from '@priormark/core/blog/slug'
import type { Em } from '../platform/database/database.ts'
import { Topic, topicKey, type TopicKind } from './topic-entity.ts'

/** Sets the categories or tags of a post in this order, and creates missing ones. Requires lockPosts(). */
export async function setTopics(
  em: Em,
  postId: string,
  kind: TopicKind,
  names: readonly string[],
): Promise<void> {
  await em.execute(
    `delete from blog_post_topic pt using blog_topic t where t.id = pt.topic_id and pt.post_id = ? and t.kind = ?`,
    [postId, kind],
  )
  for (const [position, name] of names.entries()) {
    const topicId = await findOrMakeTopic(em, kind, name)
    await em.execute(
      `insert into blog_post_topic (post_id, topic_id, position) values (?, ?, ?) on conflict do nothing`,
      [postId, topicId, position],
    )
  }
}

async function findOrMakeTopic(em: Em, kind: TopicKind, name: string): Promise<number> {
  const nameKey = topicKey(name)
  const existing = await em.findOne(Topic, { kind, nameKey })
  if (existing !== null) return existing.id
  const preferred = slugFrom(name) || kind
  const taken = await em.execute<{ slug: string }[]>(
    `select slug from blog_topic where kind = ? and (slug = ? or slug like ?)`,
    [kind, preferred, `${preferred}-%`],
  )
  const slugs = new Set(taken.map(({ slug }) => slug))
  const topic = em.create(Topic, {
    kind,
    name,
    nameKey,
    slug: freeSlug(preferred, (slug) => slugs.has(slug)),
  })
  await em.flush()
  return topic.id
}

/** Lists categories or tags by name, with the number of posts that have each. */
export function listTopics(
  em: Em,
  kind: TopicKind,
): Promise<{ id: number; name: string; slug: string; postCount: number }[]> {
  return em.execute(
    `select t.id, t.name, t.slug, (select count(*)::int from blog_post_topic pt where pt.topic_id = t.id) as "postCount"
     from blog_topic t where t.kind = ? order by t.name_key`,
    [kind],
  )
}
