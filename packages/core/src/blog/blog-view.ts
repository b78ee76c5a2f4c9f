import type { BlogImage } from './images/endpoints.ts'
import type { BlogPost, PostCard } from './post.ts'

/** The library's data about the featured image; null if the image is not in the library or the post has none. */
interface FeaturedImageFacts {
  featuredImageEntry: BlogImage | null
}

/** A post in the public list. */
export type ShownCard = PostCard & FeaturedImageFacts

/** A post on its page: the images in its content have width and height. */
export type ShownPost = BlogPost & FeaturedImageFacts

/** The data of a blog page, read by the API and rendered by the site. */
export type BlogView =
  | { kind: 'list'; search: string; page: number; total: number; posts: readonly ShownCard[] }
  | { kind: 'list-failed'; search: string; page: number }
  /** The visitor's network searches too often, and may search again after this many seconds. */
  | { kind: 'list-limited'; search: string; page: number; retryAfterSeconds: number }
  | { kind: 'post'; post: ShownPost; isPreview: boolean }
  | { kind: 'post-missing' }
  /** The built-in post that shows the template. */
  | { kind: 'sample-post' }

/** The path of the list of posts. */
export const blogPath = '/blog'

/** The path of the feed of the newest posts. */
export const feedPath = '/blog/feed.xml'

/** The path of the built-in post. */
export const samplePostPath = '/blog/test/post'

/** The path of a post. */
export function postPath(slug: string): string {
  return `${blogPath}/${slug}`
}

/** The path of a preview on the public site. */
export function previewPath(token: string): string {
  return `${blogPath}/preview/${token}`
}

/** The path of a page of the list, without default parameters. */
export function blogListPath({ search = '', page = 1 }: { search?: string; page?: number }): string {
  const query = [
    ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ]
  return query.length === 0 ? blogPath : `${blogPath}?${query.join('&')}`
}
