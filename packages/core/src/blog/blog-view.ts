import type { BlogImage } from '../images/endpoints.ts'
import type { BlogPost, PostCard } from './post.ts'

/** What the library knows of a featured image; null where it is not of the library, or there is none. */
interface FeaturedImageFacts {
  featuredImageFacts: BlogImage | null
}

/** A card of a page's list. */
export type ShownCard = PostCard & FeaturedImageFacts

/** A post of a page: the images of its content have measures. */
export type ShownPost = BlogPost & FeaturedImageFacts

/** What a page of the blog shows: what the API reads, and the site draws. */
export type BlogView =
  | { kind: 'list'; search: string; page: number; total: number; posts: readonly ShownCard[] }
  | { kind: 'list-failed'; search: string; page: number }
  /** This network searches too often, and may again in so many seconds. */
  | { kind: 'list-limited'; search: string; page: number; retryAfterSeconds: number }
  | { kind: 'post'; post: ShownPost; isPreview: boolean }
  | { kind: 'post-missing' }
  /** The post that is built in, to look at the template. */
  | { kind: 'sample-post' }

/** Where the posts are listed. */
export const blogPath = '/blog'

/** The feed of the newest posts. */
export const feedPath = '/blog/feed.xml'

/** Where the built-in post stands. */
export const samplePostPath = '/blog/test/post'

/** The address of a post. */
export function postPath(slug: string): string {
  return `${blogPath}/${slug}`
}

/** The address of a page of the list, without anything that goes without saying. */
export function blogListPath({ search = '', page = 1 }: { search?: string; page?: number }): string {
  const query = [
    ...(search === '' ? [] : [`search=${encodeURIComponent(search)}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ]
  return query.length === 0 ? blogPath : `${blogPath}?${query.join('&')}`
}
