import { defineEntity, p } from '@mikro-orm/core'

export const UploadSchema = defineEntity({
  name: 'Upload',
  tableName: 'upload',
  indexes: [{ properties: ['visitorId', 'createdAt'] }, { properties: ['createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** The visitor session that uploaded it; only that session can order with it. */
    visitorId: p.uuid(),
    fileName: p.string().length(255),
    fileSize: p.integer(),
    sha256: p.string().length(64),
    /** The key in the file storage. */
    storageKey: p.string().length(200),
    /** The uploader's network, whose quota it counts towards; see `wideNetworkOf`. */
    network: p.string().length(50).nullable(),
    createdAt: p.datetime(),
  },
})

/** An uploaded file without an order. Ordering moves it into the order and deletes this row. */
export class Upload extends UploadSchema.class {}
UploadSchema.setClass(Upload)
