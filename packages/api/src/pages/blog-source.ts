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
import * as v from 'valibot'
import { queries } from '../blog/tables.ts'
import { inCamelCase, readRow, readRows, rowCount } from '../platform/database/rows.ts'

/** The number of posts in the feed. */
const feedLength = 20

const Version = v.object({ version: v.string() })

export type BlogSource = ReturnType<typeof openBlogSource>

/**
 * Reads what the blog's pages show. Only `preview` returns drafts.
 * @param onFailure called with errors, for which the page shows a general message
 */
export function openBlogSource(database: Database, onFailure: (error: unknown) => void) {
  return {
    onFailure,

    /** Returns a page of the list, ten posts per page. */
    async list(query: { search: string; page: number }): Promise<{ posts: ShownCard[]; total: number }> {
      const em = database.fork()
      const { rows, total } = await listPublished(em, query)
      return { posts: await addImageEntries(em, rows.map(postCardView)), total }
    },

    /** Returns the published post with a current or former slug; its own `slug` is the current one. Null if there is none. */
    async post(slug: string): Promise<ShownPost | null> {
      const em = database.fork()
      const row = await nullIfNotFound(readPublishedRow(em, slug))
      return row === null ? null : prepareForPage(em, blogPostView(row))
    },

    /** Returns what a preview link shows; null if it is unknown or expired. */
    async preview(token: string): Promise<ShownPost | null> {
      const em = database.fork()
      const post = await nullIfNotFound(readPreview(em, token))
      return post === null ? null : prepareForPage(em, post)
    },

    /** Returns the newest posts, for the feed. */
    async newest(): Promise<BlogPost[]> {
      const rows = await readRows(database.fork(), PostRow)`
        select ${postColumns} from blog_post p where ${isPublished}
        order by p.published_at desc, p.id desc limit ${feedLength}`
      return rows.map(blogPostView)
    },

    async countPublished(): Promise<number> {
      const { count } = await queries(database.fork())
        .selectFrom('blog_post as p')
        .select(rowCount)
        .where(isPublished)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Returns published posts for a sitemap, always in the same order. */
    async addresses({ offset, limit }: { offset: number; limit: number }): Promise<SitemapPage[]> {
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

    /** Returns a value that changes whenever a post, an author or an image changes. */
    async version(): Promise<string> {
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
