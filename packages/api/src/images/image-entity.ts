import { defineEntity, p } from '@mikro-orm/core'

const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'blog_image',
  indexes: [{ properties: ['createdAt', 'name'] }],
  properties: {
    name: p.string().length(200).primary(),
    /** SHA-256 of what was uploaded: the same file again is the same image. */
    sourceSha256: p.string().length(64).unique(),
    /** In pixels, of the largest variant. */
    width: p.integer(),
    height: p.integer(),
    /** The widths that are stored, smallest first. */
    widths: p.json<number[]>(),
    /** Bytes of the largest variant. */
    size: p.integer(),
    createdAt: p.datetime(),
  },
})

/** An image of the library; the pixels are in the file storage, see image-files.ts. */
export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image)
