import { AppError } from '@priormark/core/platform/errors'
import { audit } from '../staff/audit/audit-service.ts'
import type { Actor } from '../platform/http/state.ts'
import type { Em } from '../platform/database/database.ts'
import { Topic, topicKey, type TopicKind } from './post-entity.ts'
import { addVersions, lockPosts } from './post-changes.ts'
import { slugFrom, freeSlug } from '@priormark/core/blog/slug'
import { sql } from 'kysely'
import { queries } from './tables.ts'

/**
 * Renames a category or tag. With `isMerge` and the name of another one, its posts move there. Every post that shows it
 * gets a new version, so that desktop apps and open editors learn of the change.
 * @throws AppError not_found; conflict if another one has the name
 */
export async function changeTopic(
  em: Em,
  { id, name, isMerge }: { id: number; name: string; isMerge: boolean },
  actor: Actor,
): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const topic = await findTopic(tx, id)
    const nameKey = topicKey(name)
    const namesake = await tx.findOne(Topic, { kind: topic.kind, nameKey, id: { $ne: id } })
    if (namesake !== null && !isMerge) {
      throw new AppError('conflict', `There is already a ${topic.kind} with this name`)
    }
    await addVersions(tx, sql`select post_id from blog_post_topic where topic_id = ${id}`)
    audit(tx, {
      actor,
      action: `${topic.kind}.${namesake === null ? 'renamed' : 'merged'}`,
      subject: String(namesake?.id ?? id),
      detail: namesake === null ? `${topic.name} to ${name}` : topic.name,
    })
    if (namesake === null) {
      Object.assign(topic, { name, nameKey })
      return
    }
    await sql`insert into blog_post_topic (post_id, topic_id, position)
              select post_id, ${namesake.id}::int, position from blog_post_topic where topic_id = ${id}
              on conflict do nothing`.execute(queries(tx))
    tx.remove(topic)
  })
}

/** Deletes a category or tag and removes it from its posts. @throws AppError not_found */
export async function removeTopic(em: Em, id: number, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const topic = await findTopic(tx, id)
    await addVersions(tx, sql`select post_id from blog_post_topic where topic_id = ${id}`)
    audit(tx, { actor, action: `${topic.kind}.deleted`, subject: topic.name })
    tx.remove(topic)
  })
}

async function findTopic(em: Em, id: number): Promise<Topic> {
  const topic = await em.findOne(Topic, { id })
  if (topic === null) throw new AppError('not_found', 'This category or tag doesn’t exist')
  return topic
}

/** Sets the categories or tags of a post in this order, and creates missing ones. Requires lockPosts(). */
export async function setTopics(
  em: Em,
  postId: string,
  kind: TopicKind,
  names: readonly string[],
): Promise<void> {
  await queries(em)
    .deleteFrom('blog_post_topic')
    .using('blog_topic as t')
    .whereRef('t.id', '=', 'blog_post_topic.topic_id')
    .where('blog_post_topic.post_id', '=', postId)
    .where('t.kind', '=', kind)
    .execute()
  for (const [position, name] of names.entries()) {
    const topicId = await findOrCreateTopic(em, kind, name)
    await queries(em)
      .insertInto('blog_post_topic')
      .values({ post_id: postId, topic_id: topicId, position })
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
}

async function findOrCreateTopic(em: Em, kind: TopicKind, name: string): Promise<number> {
  const nameKey = topicKey(name)
  const existingTopic = await em.findOne(Topic, { kind, nameKey })
  if (existingTopic !== null) return existingTopic.id
  const preferredSlug = slugFrom(name) || kind
  const topics = await queries(em)
    .selectFrom('blog_topic')
    .select('slug')
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('slug', '=', preferredSlug), eb('slug', 'like', `${preferredSlug}-%`)]))
    .execute()
  const slug = freeSlug(preferredSlug, (candidate) => topics.some((topic) => topic.slug === candidate))
  const topic = em.create(Topic, { kind, name, nameKey, slug })
  await em.flush()
  return topic.id
}

/** Lists categories or tags by name, with the number of posts that have each. */
export function listTopics(
  em: Em,
  kind: TopicKind,
): Promise<{ id: number; name: string; slug: string; postCount: number }[]> {
  const postCount = sql<number>`(select count(*)::int from blog_post_topic pt where pt.topic_id = t.id)`
  return queries(em)
    .selectFrom('blog_topic as t')
    .select(['t.id', 't.name', 't.slug', postCount.as('postCount')])
    .where('t.kind', '=', kind)
    .orderBy('t.name_key')
    .execute()
}
