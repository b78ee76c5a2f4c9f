import type { AdminPost } from '../blog/post.ts'
import type { PostInput } from '../blog/post-input.ts'
import type { ImageReferences } from './draft-ports.ts'

/** What the server has of a post, as an editor would submit it: what a draft begins with, and is compared to. */
export function postText(post: AdminPost): PostInput {
  return {
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    slug: post.slug,
    status: post.status,
    authorId: post.authorId,
    featuredImage: post.featuredImage ?? '',
    metaTitle: post.metaTitle ?? '',
    metaDescription: post.metaDescription ?? '',
    metaKeywords: post.metaKeywords ?? '',
    categories: post.categories.map(({ name }) => name),
    tags: post.tags.map(({ name }) => name),
    scheduledAt: post.scheduledAt,
  }
}

/** Where an image stands that was put in without a network: a path, so that the same text shows it wherever it is kept. */
export function draftImagePath(sha256: string): string {
  return `/_media/${sha256}`
}

/** The SHA-256 of the image at a path, null for any other path. */
export function draftImageOf(path: string): string | null {
  return /^\/_media\/([0-9a-f]{64})$/.exec(path)?.[1] ?? null
}

// Inside quotes only: a path that somebody writes about stays as it is written.
const references = /(?<=["'])\/_media\/([0-9a-f]{64})(?=["'])/g

/** The images of a post's draft: in its content, and as its featured image. */
export const postImages: ImageReferences<PostInput> = {
  find({ content, featuredImage }) {
    const featured = draftImageOf(featuredImage)
    const inText = [...content.matchAll(references)].flatMap(([, sha256]) => sha256 ?? [])
    return [...new Set([...inText, ...(featured === null ? [] : [featured])])]
  },
  replace(text, urls) {
    const featured = draftImageOf(text.featuredImage)
    return {
      ...text,
      content: text.content.replace(references, (path, sha256: string) => urls.get(sha256) ?? path),
      featuredImage: (featured === null ? undefined : urls.get(featured)) ?? text.featuredImage,
    }
  },
}
