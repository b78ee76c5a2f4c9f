import type { ShownCard, ShownPost } from '@priormark/core/blog/blog-view'
import type { BlogPost } from '@priormark/core/blog/post'
import { imageNameOf } from '@priormark/core/platform/image-address'
import { listPublished } from '../blog/post-list.ts'
import { readPreview } from '../blog/post-preview.ts'
import {
  blogPostView,
  isPublished,
  postCardView,
  postColumns,
  PostRow,
  readPublishedRow,
} from '../blog/post-view.ts'
import { prepareForPage } from '../blog/published-post.ts'
import { findImages } from '../blog/images/image-service.ts'
import type { Database, Em } from '../platform/database/database.ts'
import { nullIfNotFound } from '../platform/not-found.ts'
import type { SitemapPage } from './crawlers.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { queries } from '../blog/tables.ts'
import { inCamelCase, readRow, readRows } from '../platform/database/rows.ts'

/** The number of posts in the feed. */
const feedLength = 20

/** Reads what the blog's pages show. Only `preview` returns drafts. */
export interface BlogSource {
  /** Returns a page of the list, ten posts per page. */
  list(query: { search: string; page: number }): Promise<{ posts: ShownCard[]; total: number }>
  /** Returns the published post with a current or former slug; its own `slug` is the current one. Null if there is none. */
  post(slug: string): Promise<ShownPost | null>
  /** Returns what a preview link shows; null if it is unknown or expired. */
  preview(token: string): Promise<ShownPost | null>
  /** Returns the newest posts, for the feed. */
  newest(): Promise<BlogPost[]>
  countPublished(): Promise<number>
  /** Returns published posts for a sitemap, always in the same order. */
  addresses(part: { offset: number; limit: number }): Promise<SitemapPage[]>
  /** Returns a value that changes whenever a post, an author or an image changes. */
  version(): Promise<string>
  /** Called with errors, for which the page shows a general message. */
  onFailure(error: unknown): void
}

const Version = v.object({ version: v.string() })

export function openBlogSource(database: Database, onFailure: (error: unknown) => void): BlogSource {
  return {
    onFailure,

    async list(query) {
      const em = database.fork()
      const { rows, total } = await listPublished(em, query)
      return { posts: await addImageEntries(em, rows.map(postCardView)), total }
    },

    async post(slug) {
      const em = database.fork()
      const row = await nullIfNotFound(readPublishedRow(em, slug))
      return row === null ? null : prepareForPage(em, blogPostView(row))
    },

    async preview(token) {
      const em = database.fork()
      const post = await nullIfNotFound(readPreview(em, token))
      return post === null ? null : prepareForPage(em, post)
    },

    async newest() {
      const rows = await readRows(database.fork(), PostRow)`
        select ${postColumns} from blog_post p where ${isPublished}
        order by p.published_at desc, p.id desc limit ${feedLength}`
      return rows.map(blogPostView)
    },

    async countPublished() {
      const { total } = await queries(database.fork())
        .selectFrom('blog_post as p')
        .select(sql<number>`count(*)::int`.as('total'))
        .where(isPublished)
        .executeTakeFirstOrThrow()
      return total
    },

    async addresses({ offset, limit }) {
      const rows = await queries(database.fork())
        .selectFrom('blog_post as p')
        .select(inCamelCase('p.slug', 'p.updated_at'))
        .where(isPublished)
        .orderBy('p.published_at')
        .orderBy('p.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({ path: `/blog/${row.slug}`, changedAt: row.updatedAt.toISOString() }))
    },

    async version() {
      const { version } = await readRow(database.fork(), Version)`
        select concat_ws(',',
          (select max(sequence) from blog_post),
          (select jsonb_agg(jsonb_build_array(id, first_name, username) order by id) from blog_author),
          (select count(*) from blog_image),
          (select max(created_at) from blog_image)) as version`
      return version
    },
  }
}

async function addImageEntries(em: Em, posts: Omit<ShownCard, 'featuredImageEntry'>[]): Promise<ShownCard[]> {
  const nameOf = (address: string | null) => imageNameOf(address ?? '')
  const images = await findImages(
    em,
    posts.flatMap(({ featuredImage }) => nameOf(featuredImage) ?? []),
  )
  return posts.map((post) => {
    const name = nameOf(post.featuredImage)
    return { ...post, featuredImageEntry: (name === null ? undefined : images.get(name)) ?? null }
  })
}
