import { defineEntity, p } from '@mikro-orm/core'

const UploadSchema = defineEntity({
  name: 'Upload',
  tableName: 'upload',
  indexes: [{ properties: ['visitorId', 'createdAt'] }, { properties: ['createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** The visitor's session that sent it; only that session can order with it. */
    visitorId: p.uuid(),
    fileName: p.string().length(255),
    fileSize: p.integer(),
    sha256: p.string().length(64),
    /** Name in the file storage. */
    storageKey: p.string().length(200),
    /** The sender's network, whose quota it counts towards, see `wideNetworkOf`. */
    network: p.string().length(50).nullable(),
    createdAt: p.datetime(),
  },
})

/** A file that was uploaded and is not part of an order yet; ordering moves it into the order and deletes this row. */
export class Upload extends UploadSchema.class {}
UploadSchema.setClass(Upload)
