import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'

/** The formats of images that are accepted, as the part of their types after 'image/'. */
export const imageFormats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

/** The accepted formats in words, with the largest size. */
export const acceptedImagesText = 'PNG, JPEG, GIF, WebP or AVIF, max 10MB'

/** An image of the library. `name` identifies it; `size` in bytes, `width` and `height` in pixels. */
export const BlogImage = v.object({
  name: v.string(),
  /** A path of this site; smaller widths are at `imageVariantUrl`. */
  url: v.string(),
  size: v.number(),
  createdAt: IsoDate,
  width: v.number(),
  height: v.number(),
  /** The available widths in pixels, smallest first; the last is the image itself. */
  widths: v.array(v.number()),
})
export type BlogImage = v.InferOutput<typeof BlogImage>

/** An image in the list of the library, with the number of posts that show it. */
export const ListedImage = v.object({ ...BlogImage.entries, postCount: v.number() })
export type ListedImage = v.InferOutput<typeof ListedImage>

/** A post that shows an image; 409 `image_in_use` contains these as `posts`. */
export const ImageUse = v.object({ id: Uuid, title: v.string(), slug: v.string() })
export type ImageUse = v.InferOutput<typeof ImageUse>

const byName = v.object({ name: v.pipe(v.string(), v.maxLength(200)) })

/** The message for a file that is not an image. */
export const notAnImageMessage = 'Only image files are allowed'

/** The message for an image whose file cannot be decoded to its end. */
export const damagedImageMessage =
  'This image is damaged or incomplete. Save or export it again, and upload the new file.'

/** Kinds of images that are not accepted, with what to do: SVG may contain scripts, and the others are not decoded. */
const alternatives = {
  SVG: 'Use a JPEG, PNG, GIF, WebP or AVIF.',
  BMP: 'Use a JPEG, PNG, GIF, WebP or AVIF.',
  HEIC: 'Export the photo as JPEG, and upload that.',
  TIFF: 'Export it as JPEG or PNG, and upload that.',
  'JPEG XL': 'Export it as JPEG or PNG, and upload that.',
} as const
export type UnsupportedKind = keyof typeof alternatives

/** The message for an image of a kind that is not accepted. */
export function unsupportedImageMessage(kind: UnsupportedKind): string {
  return `${kind} images aren’t supported. ${alternatives[kind]}`
}

/** The note for an animated PNG. */
export const animatedPngNote =
  'This PNG is animated, and only its first frame is kept. For an animation, upload a GIF or WebP.'

export const imageEndpoints = {
  /**
   * multipart, field `image`, at most 10 MB. Uploading the same file again returns the same image. `note` says which part of the file
   * is not shown.
   */
  upload: endpoint('POST', '/api/admin/blog/upload-image', {
    access: 'blog',
    body: 'multipart',
    reply: v.object({ success: v.literal(true), ...BlogImage.entries, note: v.optional(v.string()) }),
  }),
  /** Newest first. */
  list: endpoint('GET', '/api/admin/blog/images', {
    access: 'blog',
    reply: v.object({ images: v.array(ListedImage) }),
  }),
  /** 409 `image_in_use` if posts show it, unless `force` is 'true'. */
  remove: endpoint('DELETE', '/api/admin/blog/images/:name', {
    access: 'blog',
    params: byName,
    query: v.object({ force: v.optional(v.picklist(['true', 'false']), 'false') }),
    reply: v.object({ success: v.literal(true) }),
  }),
  uses: endpoint('GET', '/api/admin/blog/images/:name/posts', {
    access: 'blog',
    params: byName,
    reply: v.array(ImageUse),
  }),
}
