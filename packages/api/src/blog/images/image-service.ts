import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { BlogImage, ImageUse, ListedImage } from '@priormark/core/blog/images/endpoints'
import { imageUrl, imageNameOf } from '@priormark/core/platform/image-address'
import { counted } from '@priormark/core/platform/counted'
import { AppError } from '@priormark/core/platform/errors'
import { slugFrom } from '@priormark/core/blog/slug'
import { audit, type AuditEvent } from '../../staff/audit/audit-service.ts'
import type { Em } from '../../platform/database/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { encodeImage, imageKeys, storeImage } from './image-files.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { htmlTokens } from '@priormark/core/platform/html-tokens'
import { sql } from 'kysely'
import { rowCount } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'

/** An image in the library. Its files are in the file storage, see image-files.ts. */
export const Image = defineEntity({
  name: 'Image',
  tableName: 'blog_image',
  indexes: [{ properties: ['createdAt', 'name'] }],
  properties: {
    name: p.string().length(200).primary(),
    /** SHA-256 of the upload, so that uploading the same file again gives the same image. */
    sourceSha256: p.string().length(64).unique(),
    /** In pixels, of the largest variant. */
    width: p.integer(),
    height: p.integer(),
    /** The stored widths, smallest first. */
    widths: p.json<number[]>(),
    /** The size of the largest variant, in bytes. */
    size: p.integer(),
    createdAt: p.datetime(),
  },
})
export type Image = InferEntity<typeof Image>

/**
 * Adds an image to the library. The same file again gives the same image.
 * @param input `fileName` from the client; `by` for the audit log
 * @throws AppError invalid_file_type
 */
export async function addImage(
  em: Em,
  storage: FileStorage,
  input: { bytes: Buffer; fileName: string; by?: Pick<AuditEvent, 'actor' | 'address'> },
): Promise<BlogImage> {
  const sourceSha256 = sha256Hex(input.bytes)
  const exists = (await em.count(Image, { sourceSha256 })) > 0
  const row = exists ? null : await storeFiles(storage, input, sourceSha256)
  return em.transactional(async (tx) => {
    // A concurrent upload of the same file may have stored the same bytes under the same keys; then its row stays. Either
    // unique column may conflict first, so none is named.
    if (row !== null)
      await queries(tx)
        .insertInto('blog_image')
        .values(row)
        .onConflict((oc) => oc.doNothing())
        .execute()
    const image = await tx.findOneOrFail(Image, { sourceSha256 }, { refresh: true })
    if (input.by !== undefined) audit(tx, { ...input.by, action: 'image.uploaded', subject: image.name })
    return imageView(image)
  })
}

/** Re-encodes an image and stores its files. @returns its row */
async function storeFiles(
  storage: FileStorage,
  { bytes, fileName }: { bytes: Buffer; fileName: string },
  sourceSha256: string,
) {
  const encodedImage = await encodeImage(bytes)
  const name = `${nameBase(fileName)}-${sourceSha256.slice(0, 16)}.webp`
  await storeImage(storage, name, encodedImage)
  const widths = encodedImage.variants.map((variant) => variant.width)
  return {
    name,
    source_sha256: sourceSha256,
    width: encodedImage.width,
    height: encodedImage.height,
    widths: sql<number[]>`${JSON.stringify(widths)}::jsonb`,
    size: encodedImage.variants.at(-1)?.bytes.length ?? 0,
    created_at: new Date(),
  }
}

/** Lists the library, newest first. */
export async function listImages(em: Em): Promise<ListedImage[]> {
  const images = await em.find(Image, {}, { orderBy: { createdAt: 'desc', name: 'asc' } })
  const uses = await queries(em)
    .selectFrom('blog_post_image as i')
    .innerJoin('blog_post as p', 'p.id', 'i.post_id')
    .select(['i.image_name as name', rowCount])
    .where('p.deleted_at', 'is', null)
    .groupBy('i.image_name')
    .execute()
  const counts = new Map(uses.map(({ name, count }) => [name, count]))
  return images.map((image) => ({ ...imageView(image), postCount: counts.get(image.name) ?? 0 }))
}

/** Returns library entries by name. Unknown names are left out. */
export async function findImages(em: Em, names: readonly string[]): Promise<Map<string, BlogImage>> {
  if (names.length === 0) return new Map()
  const images = await em.find(Image, { name: { $in: [...names] } })
  return new Map(images.map((image) => [image.name, imageView(image)]))
}

/**
 * Deletes an image, in the caller's transaction: if a file cannot be deleted, the image stays in the library, so that
 * deleting it can be tried again.
 * @throws AppError not_found; image_in_use, with the posts, unless `force`
 */
export async function removeImage(
  em: Em,
  storage: FileStorage,
  { name, force }: { name: string; force: boolean },
): Promise<void> {
  const image = await em.findOne(Image, { name })
  if (image === null) throw new AppError('not_found', 'This image doesn’t exist')
  const posts = await findImageUses(em, name)
  if (posts.length > 0 && !force) {
    const title = `'${posts[0]?.title}'`
    const message =
      posts.length === 1
        ? `The post ${title} shows this image`
        : `${title} and ${counted(posts.length - 1, 'other post', 'other posts')} show this image`
    throw new AppError('image_in_use', message, { details: { posts } })
  }
  await em.remove(image).flush()
  for (const key of imageKeys(name, image.widths)) await storage.remove(key)
}

function imageView({ name, size, createdAt, width, height, widths }: Image): BlogImage {
  return { name, url: imageUrl(name), size, createdAt: createdAt.toISOString(), width, height, widths }
}

function nameBase(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const slug = slugFrom(base.replace(/\.[^.]*$/, '')).slice(0, 60)
  return slug.replace(/-$/, '') || 'image'
}

/** Returns the names of the library images that a post shows. */
export function imageNamesIn({ content, featuredImage }: PostImages): string[] {
  const addresses = Array.from(htmlTokens(content), (token) =>
    token.kind === 'open' && token.name === 'img' ? (token.attributes.get('src') ?? '') : '',
  )
  const names = [...addresses, featuredImage ?? ''].flatMap((address) => imageNameOf(address) ?? [])
  return Array.from(new Set(names))
}

/** The parts of a post that show images. */
interface PostImages {
  /** Sanitized HTML. */
  content: string
  featuredImage: string | null
}

/** Replaces the stored list of the images that a post shows. */
export async function recordImageUses(em: Em, postId: string, post: PostImages): Promise<void> {
  await queries(em).deleteFrom('blog_post_image').where('post_id', '=', postId).execute()
  const names = imageNamesIn(post)
  if (names.length === 0) return
  const rows = names.map((name) => ({ post_id: postId, image_name: name }))
  await queries(em).insertInto('blog_post_image').values(rows).execute()
}

/** Returns the posts that show an image, by title. */
export function findImageUses(em: Em, name: string): Promise<ImageUse[]> {
  return queries(em)
    .selectFrom('blog_post_image as i')
    .innerJoin('blog_post as p', 'p.id', 'i.post_id')
    .select(['p.id', 'p.title', 'p.slug'])
    .where('i.image_name', '=', name)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.title')
    .orderBy('p.id')
    .execute()
}
