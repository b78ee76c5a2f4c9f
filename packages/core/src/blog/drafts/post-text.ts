import { maxBlogImageBytes, maxFileSizeMessage } from '../../platform/limits.ts'
import type { AdminPost } from '../post.ts'
import type { PostInput } from '../post-input.ts'

/** Converts a post of the server to what an editor would submit, which drafts start from and are compared with. */
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

/** The path of an image that was added offline. It is the same on every platform. */
export function draftImagePath(sha256: string): string {
  return `/_media/${sha256}`
}

/** Returns the SHA-256 of a draft's image from its path, or null for any other path. */
function draftImageOf(path: string): string | null {
  return /^\/_media\/([0-9a-f]{64})$/.exec(path)?.[1] ?? null
}

// Only inside quotes: a path in the visible text stays.
const references = /(?<=["'])\/_media\/([0-9a-f]{64})(?=["'])/g

/** Returns the SHA-256 of every local image in a draft: in its content, and its featured image. */
export function draftImagesIn({ content, featuredImage }: PostInput): string[] {
  const featured = draftImageOf(featuredImage)
  const inText = [...content.matchAll(references)].flatMap(([, sha256]) => sha256 ?? [])
  return [...new Set([...inText, ...(featured === null ? [] : [featured])])]
}

/** Replaces references to local images with addresses on the server; one without an address stays. */
export function replaceDraftImages(text: PostInput, urls: ReadonlyMap<string, string>): PostInput {
  const featured = draftImageOf(text.featuredImage)
  return {
    ...text,
    content: text.content.replace(references, (path, sha256: string) => urls.get(sha256) ?? path),
    featuredImage: (featured === null ? undefined : urls.get(featured)) ?? text.featuredImage,
  }
}

/** Types that an image may claim before the server has decoded it. */
const imageTypes = /^image\/(?:png|jpeg|webp|gif|avif)$/

/** @throws RangeError with a message for the author, if this cannot be an image of a post */
export function expectDraftImage({ bytes, type }: { bytes: Uint8Array; type: string }): void {
  if (!imageTypes.test(type)) throw new RangeError('Only image files are allowed')
  if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeMessage(maxBlogImageBytes))
}
