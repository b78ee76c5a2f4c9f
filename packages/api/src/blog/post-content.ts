import { unusableImageMessage } from '@priormark/core/blog/html-rules'
import { hasContent, type PostInput } from '@priormark/core/blog/post'
import { excerptFrom, textOf } from '@priormark/core/blog/excerpt'
import { foldText } from '@priormark/core/platform/search-text'
import { sql } from 'kysely'
import type { Em } from '../platform/database/database.ts'
import { invalidField } from '../platform/http/field-errors.ts'
import { cleanPostHtml, insecureImages } from './post-html.ts'
import { queries } from './tables.ts'

/** The texts of a post as stored. */
export type PostContent = Awaited<ReturnType<typeof preparePost>>

/** Sanitizes submitted texts. @throws AppError invalid_input if no content is left, or an image cannot be shown */
export async function preparePost(input: Omit<PostInput, 'status' | 'authorId' | 'scheduledAt'>) {
  const [insecureAddress] = insecureImages(input.content)
  if (insecureAddress !== undefined) {
    const message = unusableImageMessage('An image of the content', insecureAddress)
    throw invalidField('content', `${message} (${insecureAddress})`)
  }
  const content = await cleanPostHtml(input.content)
  if (!hasContent(content)) throw invalidField('content', 'Content is required')
  return {
    title: input.title,
    slug: input.slug,
    content,
    excerpt: input.excerpt,
    summary: input.excerpt || excerptFrom(content),
    featuredImage: input.featuredImage || null,
    metaTitle: input.metaTitle || null,
    metaDescription: input.metaDescription || null,
    metaKeywords: input.metaKeywords || null,
  }
}

/** How many characters of a text are searched: a tsvector holds at most 1 MB. */
const maxSearchedLength = 150_000

/** Returns the text for the substring search: title and excerpt. */
export function postSearchText(post: { title: string; summary: string }): string {
  return foldText(`${post.title} ${post.summary}`)
}

/** Indexes a post for the search. The title weighs most, then the excerpt, then the content. */
export async function indexPost(
  em: Em,
  post: { id: string; title: string; excerpt: string; content: string },
): Promise<void> {
  const vectorOf = (text: string) =>
    sql`to_tsvector('english', ${foldText(text).slice(0, maxSearchedLength)}::text)`
  const head = sql`setweight(${vectorOf(post.title)}, 'A') || setweight(${vectorOf(post.excerpt)}, 'B')`
  await sql`with changed as (
      update blog_post set search = head || setweight(${vectorOf(textOf(post.content))}, 'C'), search_head = head
      from (select ${head} as head) as heads
      where id = ${post.id} returning search)
    insert into blog_word (word) select unnest(tsvector_to_array(search)) from changed on conflict do nothing`.execute(
    queries(em),
  )
}
