import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type {
  Author,
  PostImage,
  Post,
  PostRevision,
  PostViewCount,
  PostPreview,
  SlugRedirect,
  PostTopic,
  Topic,
} from './post-entity.ts'
import type { IdempotentRequest } from './post-changes.ts'
import type { Image } from './images/image-service.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface BlogTables extends SettingsTables {
  blog_author: InferKyselyTable<typeof Author>
  blog_image: InferKyselyTable<typeof Image>
  blog_post: InferKyselyTable<typeof Post>
  blog_post_image: InferKyselyTable<typeof PostImage>
  blog_post_topic: InferKyselyTable<typeof PostTopic>
  blog_post_view: InferKyselyTable<typeof PostViewCount>
  blog_preview: InferKyselyTable<typeof PostPreview>
  blog_revision: InferKyselyTable<typeof PostRevision>
  blog_slug_redirect: InferKyselyTable<typeof SlugRedirect>
  blog_topic: InferKyselyTable<typeof Topic>
  idempotent_request: InferKyselyTable<typeof IdempotentRequest>
}

export const queries = (em: Em) => em.getKysely<BlogTables>()
