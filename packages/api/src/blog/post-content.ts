import { unusableImageMessage } from '@priormark/core/blog/html-rules'
import { hasContent, type PostInput } from '@priormark/core/blog/post-input'
import { excerptFrom } from '@priormark/core/blog/excerpt'
import { invalidField } from '../platform/http/field-errors.ts'
import { cleanPostHtml, insecureImages } from './post-html.ts'

/** The texts of a post as stored. */
export interface PostContent {
  title: string
  slug: string
  content: string
  excerpt: string
  summary: string
  featuredImage: string | null
  metaTitle: string | null
  metaDescription: string | null
  metaKeywords: string | null
}

/** Sanitizes submitted texts. @throws AppError invalid_input if no content is left, or an image would be lost */
export async function preparePost(
  input: Omit<PostInput, 'status' | 'authorId' | 'scheduledAt'>,
): Promise<PostContent> {
  const [insecure] = insecureImages(input.content)
  if (insecure !== undefined)
    throw invalidField(
      'content',
      `${unusableImageMessage('An image of the content', insecure)} (${insecure})`,
    )
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
