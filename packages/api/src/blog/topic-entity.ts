import { defineEntity, p } from '@mikro-orm/core'
import { Post } from './post-entity.ts'

const topicKinds = ['category', 'tag'] as const
export type TopicKind = (typeof topicKinds)[number]

const maxKeyLength = 200

/**
 * Returns a name for comparisons: without case, accents and repeated spaces. Narrower than the folding of searches: a post must not
 * get another topic than the one that was typed.
 */
export function topicKey(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/\s+/g, ' ').trim().slice(0, maxKeyLength)
}

export const TopicSchema = defineEntity({
  name: 'Topic',
  tableName: 'blog_topic',
  uniques: [{ properties: ['kind', 'nameKey'] }, { properties: ['kind', 'slug'] }],
  properties: {
    id: p.integer().primary(),
    kind: p.enum(topicKinds),
    name: p.string().length(60),
    nameKey: p.string().length(maxKeyLength),
    slug: p.string().length(100),
  },
})

export class Topic extends TopicSchema.class {}
TopicSchema.setClass(Topic)

export const PostTopicSchema = defineEntity({
  name: 'PostTopic',
  tableName: 'blog_post_topic',
  indexes: [{ properties: ['topic'] }],
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    topic: () => p.manyToOne(Topic).primary().deleteRule('cascade'),
    /** The position in the editor's order. */
    position: p.integer(),
  },
})

export class PostTopic extends PostTopicSchema.class {}
PostTopicSchema.setClass(PostTopic)
