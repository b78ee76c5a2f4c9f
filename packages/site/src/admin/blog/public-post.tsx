import { postPath } from '@priormark/core/blog/blog-view'
import type { PostStatus } from '@priormark/core/blog/post'
import type { Platform } from '@priormark/core/admin-platform'
import { ExternalLink, publicAddress } from '../platform/ui/links.tsx'

type PublicSite = Pick<Platform, 'publicUrl'>

/** Returns the absolute address of a published post. */
export function postAddress(slug: string, site: PublicSite): string {
  return publicAddress(postPath(slug), site)
}

/** Returns a link to a saved post for its toast, or null if readers cannot see it. */
export function savedPostLink({ status, slug }: { status: PostStatus; slug: string }, site: PublicSite) {
  return status === 'published' ? <ExternalLink link={postAddress(slug, site)}>View post</ExternalLink> : null
}
