import { AppError } from '@priormark/core/platform/errors'
import { audit } from '../staff/audit/audit-service.ts'
import type { CurrentAdmin } from '../platform/http/state.ts'
import type { Em } from '../platform/database/database.ts'
import { Author } from './author-entity.ts'
import { lastSequence, lockPosts } from './post-changes.ts'
import { Topic, topicKey, type TopicKind } from './topic-entity.ts'
import { slugFrom, freeSlug } from '@priormark/core/blog/slug'

interface Change {
  admin: CurrentAdmin
  address: string
}

/**
 * Renames a category or tag. With `isMerge` and the name of another one, its posts move there. Every post that shows it
 * becomes a new version, so that desktop apps and open editors learn of it.
 * @throws AppError not_found; conflict if another one has the name
 */
export async function changeTopic(
  em: Em,
  { id, name, isMerge }: { id: number; name: string; isMerge: boolean },
  { admin, address }: Change,
): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const topic = await findTopic(tx, id)
    const nameKey = topicKey(name)
    const namesake = await tx.findOne(Topic, { kind: topic.kind, nameKey, id: { $ne: id } })
    if (namesake !== null && !isMerge) {
      throw new AppError('conflict', `There is already a ${topic.kind} with this name`)
    }
    await renewPosts(tx, 'select post_id from blog_post_topic where topic_id = ?', id)
    audit(tx, {
      actor: admin.username,
      action: `${topic.kind}.${namesake === null ? 'renamed' : 'merged'}`,
      subject: String(namesake?.id ?? id),
      detail: namesake === null ? `${topic.name} to ${name}` : topic.name,
      address,
    })
    if (namesake === null) {
      Object.assign(topic, { name, nameKey })
      return
    }
    await tx.execute(
      `insert into blog_post_topic (post_id, topic_id, position)
       select post_id, ?, position from blog_post_topic where topic_id = ? on conflict do nothing`,
      [namesake.id, id],
    )
    tx.remove(topic)
  })
}

/** Deletes a category or tag, which its posts lose. @throws AppError not_found */
export async function removeTopic(em: Em, id: number, { admin, address }: Change): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const topic = await findTopic(tx, id)
    await renewPosts(tx, 'select post_id from blog_post_topic where topic_id = ?', id)
    audit(tx, { actor: admin.username, action: `${topic.kind}.deleted`, subject: topic.name, address })
    tx.remove(topic)
  })
}

/**
 * Deletes an author and gives the posts, also the next ones of accounts, to another one.
 * @throws AppError not_found; conflict for author 1, who always exists
 */
export async function removeAuthor(
  em: Em,
  { id, into }: { id: number; into: number },
  { admin, address }: Change,
): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const [author, next] = [await tx.findOne(Author, { id }), await tx.findOne(Author, { id: into })]
    if (author === null || next === null) throw new AppError('not_found', 'This author doesn’t exist')
    if (id === 1) throw new AppError('conflict', 'The first author can’t be deleted. Rename them instead.')
    if (id === into) throw new AppError('conflict', 'Choose another author for the posts')
    await renewPosts(tx, 'select id from blog_post where author_id = ?', id)
    await tx.execute('update blog_post set author_id = ? where author_id = ?', [into, id])
    await tx.execute('update admin set author_id = ? where author_id = ?', [into, id])
    const detail = `the posts went to ${next.firstName}`
    audit(tx, { actor: admin.username, action: 'author.deleted', subject: author.firstName, detail, address })
    tx.remove(author)
  })
}

async function findTopic(em: Em, id: number): Promise<Topic> {
  const topic = await em.findOne(Topic, { id })
  if (topic === null) throw new AppError('not_found', 'This category or tag doesn’t exist')
  return topic
}

/** Makes posts a new version and the latest change of the blog. Requires lockPosts(). @param ids a query with one parameter */
async function renewPosts(em: Em, ids: string, id: number): Promise<void> {
  await em.execute(
    `update blog_post set version = version + 1, sequence = ? + numbered.place
     from (select id, row_number() over (order by id)::int as place from blog_post
           where deleted_at is null and id in (${ids})) as numbered
     where blog_post.id = numbered.id`,
    [await lastSequence(em), id],
  )
}

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
