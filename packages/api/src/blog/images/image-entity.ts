import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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
