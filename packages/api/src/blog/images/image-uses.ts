import type { ImageUse } from '@priormark/core/blog/images/endpoints'
import { htmlTokens } from '@priormark/core/platform/html-tokens'
import { imageNameOf } from '@priormark/core/platform/image-address'
import type { Em } from '../../platform/database/database.ts'

/** Returns the names of the library images that a post shows. */
export function imageNamesIn({ content, featuredImage }: ShownImages): string[] {
  const addresses = Array.from(htmlTokens(content), (token) =>
    token.kind === 'open' && token.name === 'img' ? (token.attributes.get('src') ?? '') : '',
  )
  const names = [...addresses, featuredImage ?? ''].flatMap((address) => imageNameOf(address) ?? [])
  return Array.from(new Set(names))
}

interface ShownImages {
  /** Sanitized HTML. */
  content: string
  featuredImage: string | null
}

/** Replaces the list of images that a post shows. */
export async function recordImageUses(em: Em, postId: string, shown: ShownImages): Promise<void> {
  await em.execute('delete from blog_post_image where post_id = ?', [postId])
  const names = imageNamesIn(shown)
  if (names.length === 0) return
  await em.execute(
    `insert into blog_post_image (post_id, image_name) values ${names.map(() => '(?, ?)').join(', ')}`,
    names.flatMap((name) => [postId, name]),
  )
}

/** Returns the posts that show an image, by title. */
export function findImageUses(em: Em, name: string): Promise<ImageUse[]> {
  return em.execute<ImageUse[]>(
    `select p.id, p.title, p.slug from blog_post_image i join blog_post p on p.id = i.post_id
     where i.image_name = ? and p.deleted_at is null order by p.title, p.id`,
    [name],
  )
}
