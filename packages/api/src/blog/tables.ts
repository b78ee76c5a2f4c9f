import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type {
  AuthorSchema,
  PostImageSchema,
  PostSchema,
  PostRevisionSchema,
  PostViewCountSchema,
  PostPreviewSchema,
  SlugRedirectSchema,
  BlogWordSchema,
  PostTopicSchema,
  TopicSchema,
} from './post-entity.ts'
import type { IdempotentRequestSchema } from './post-changes.ts'
import type { ImageSchema } from './images/image-entity.ts'

/** The tables of this room and of those below it. */
export interface BlogTables extends SettingsTables {
  blog_author: InferKyselyTable<typeof AuthorSchema>
  blog_image: InferKyselyTable<typeof ImageSchema>
  blog_post: InferKyselyTable<typeof PostSchema>
  blog_post_image: InferKyselyTable<typeof PostImageSchema>
  blog_post_topic: InferKyselyTable<typeof PostTopicSchema>
  blog_post_view: InferKyselyTable<typeof PostViewCountSchema>
  blog_preview: InferKyselyTable<typeof PostPreviewSchema>
  blog_revision: InferKyselyTable<typeof PostRevisionSchema>
  blog_slug_redirect: InferKyselyTable<typeof SlugRedirectSchema>
  blog_topic: InferKyselyTable<typeof TopicSchema>
  blog_word: InferKyselyTable<typeof BlogWordSchema>
  idempotent_request: InferKyselyTable<typeof IdempotentRequestSchema>
}

export const queries = (em: Em) => em.getKysely<BlogTables>()
