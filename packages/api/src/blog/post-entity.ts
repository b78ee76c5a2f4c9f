import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { postStatuses, revisionKinds, type Revision } from '@priormark/core/blog/post'
import { maxSlugLength } from '@priormark/core/blog/slug'
import { Admin } from '../staff/auth/admin-entity.ts'

/** The author of posts. Number 1 always exists and is the default. */
export const Author = defineEntity({
  name: 'Author',
  tableName: 'blog_author',
  properties: {
    id: p.integer().primary().autoincrement(false),
    firstName: p.string().length(200),
    username: p.string().length(200).unique(),
  },
})
export type Author = InferEntity<typeof Author>

/** The condition of indexes on the posts that readers see. */
const publishedCondition = '"status" = \'published\' and "deleted_at" is null'

export const Post = defineEntity({
  name: 'Post',
  tableName: 'blog_post',
  uniques: [{ name: 'blog_post_slug_unique', properties: ['slug'], where: '"deleted_at" is null' }],
  indexes: [
    { properties: ['updatedAt', 'id'] },
    {
      // Small, so that counting the published posts does not read the posts.
      name: 'blog_post_published_count_index',
      properties: ['status'],
      where: publishedCondition,
    },
    { name: 'blog_post_published_index', properties: ['publishedAt', 'id'], where: publishedCondition },
    { name: 'blog_post_scheduled_index', properties: ['scheduledAt'], where: '"scheduled_at" is not null' },
    {
      name: 'blog_post_search_index',
      expression: 'create index "blog_post_search_index" on "blog_post" using gin ("search")',
    },
    {
      name: 'blog_post_search_head_index',
      expression: 'create index "blog_post_search_head_index" on "blog_post" using gin ("search_head")',
    },
    {
      name: 'blog_post_search_text_index',
      expression:
        'create index "blog_post_search_text_index" on "blog_post" using gin ("search_text" gin_trgm_ops)',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    title: p.text(),
    slug: p.string().length(maxSlugLength),
    /** Sanitized HTML. */
    content: p.text(),
    /** As written by the author; '' if there is none. */
    excerpt: p.text(),
    /** The excerpt, or one generated from the content. */
    summary: p.text(),
    status: p.enum(postStatuses),
    author: () => p.manyToOne(Author),
    /** Who created it, and may delete it without being an owner; null if unknown. */
    createdBy: () => p.manyToOne(Admin).deleteRule('set null').nullable(),
    featuredImage: p.text().nullable(),
    metaTitle: p.text().nullable(),
    metaDescription: p.text().nullable(),
    metaKeywords: p.text().nullable(),
    /** When readers could first see it; remains if the post becomes a draft again. */
    publishedAt: p.datetime().nullable(),
    scheduledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** A deleted post remains as a tombstone without texts, so that desktop apps learn of the deletion. */
    deletedAt: p.datetime().nullable(),
    version: p.integer(),
    /** The number of the post's last change among all changes of the blog, see post-changes.ts. */
    sequence: p.integer().unique(),
    /** Normalized title and excerpt, see post-content.ts. */
    searchText: p.text(),
    /** The weighted words of the post, written by post-content.ts. */
    search: p.string().columnType('tsvector').nullable().lazy(),
    /** The weighted words of title and excerpt only, to rank the posts of a search with too many results. */
    searchHead: p.string().columnType('tsvector').nullable().lazy(),
  },
})
export type Post = InferEntity<typeof Post>

/** An image that a post shows, in its content or as its featured image. */
export const PostImage = defineEntity({
  name: 'PostImage',
  tableName: 'blog_post_image',
  indexes: [{ properties: ['imageName'] }],
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** Not a foreign key, since a post may refer to a deleted image. */
    imageName: p.string().length(200).primary(),
  },
})
export type PostImage = InferEntity<typeof PostImage>

/** The content of a post as it was saved, or autosaved by an editor. */
export const PostRevision = defineEntity({
  name: 'PostRevision',
  tableName: 'blog_revision',
  indexes: [{ properties: ['postId', 'kind', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    /** Not a foreign key, since an editor autosaves before its post is created. */
    postId: p.uuid(),
    kind: p.enum(revisionKinds),
    version: p.integer().nullable(),
    at: p.datetime(),
    /** The user name at that time. */
    by: p.string().length(200),
    /** The administrator who saved it. Only they may autosave over it; null if unknown. */
    byId: p.uuid().nullable(),
    title: p.text(),
    wordCount: p.integer(),
    fields: p.json<Revision['fields']>(),
  },
})
export type PostRevision = InferEntity<typeof PostRevision>

/** An old slug of a post, which redirects to it permanently. */
export const SlugRedirect = defineEntity({
  name: 'SlugRedirect',
  tableName: 'blog_slug_redirect',
  indexes: [{ properties: ['post'] }],
  properties: {
    slug: p.string().length(maxSlugLength).primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: p.datetime(),
  },
})
export type SlugRedirect = InferEntity<typeof SlugRedirect>

/** A link that shows a post, even a draft, to anyone who has it. */
export const PostPreview = defineEntity({
  name: 'PostPreview',
  tableName: 'blog_preview',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    /** SHA-256 of the token, so that the table does not reveal working links. */
    tokenHash: p.string().length(64).primary(),
    postId: p.uuid(),
    /** The author chosen in the editor, shown for a post that was never saved; null for the default one. */
    authorId: p.integer().nullable(),
    expiresAt: p.datetime(),
  },
})
export type PostPreview = InferEntity<typeof PostPreview>

/** How often the page of a post was opened on a day. Contains nothing about who opened it. */
export const PostViewCount = defineEntity({
  name: 'PostViewCount',
  tableName: 'blog_post_view',
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** A day in the shop's time zone. Views older than `dailyViewYears` are added up on the first day of their month. */
    day: p.date().primary(),
    views: p.integer(),
  },
})
export type PostViewCount = InferEntity<typeof PostViewCount>

/** A word stem that some post has or had. Mistyped and partial words of a search are compared with these. */
export const BlogWord = defineEntity({
  name: 'BlogWord',
  indexes: [
    {
      name: 'blog_word_index',
      expression: 'create index "blog_word_index" on "blog_word" using gin ("word" gin_trgm_ops)',
    },
  ],
  properties: { word: p.text().primary() },
})
export type BlogWord = InferEntity<typeof BlogWord>

const topicKinds = ['category', 'tag'] as const
export type TopicKind = (typeof topicKinds)[number]

const maxKeyLength = 200

/**
 * Returns a name for comparisons: without case, accents and repeated spaces. It folds less than searches do, because a post
 * must get the topic that was typed and no other.
 */
export function topicKey(name: string): string {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.replace(/\s+/g, ' ').trim().slice(0, maxKeyLength)
}

export const Topic = defineEntity({
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
export type Topic = InferEntity<typeof Topic>

export const PostTopic = defineEntity({
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
export type PostTopic = InferEntity<typeof PostTopic>
