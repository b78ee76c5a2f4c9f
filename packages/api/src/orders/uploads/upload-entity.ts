import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An uploaded file without an order. Ordering moves it into the order and deletes this row. */
export const Upload = defineEntity({
  name: 'Upload',
  indexes: [{ properties: ['visitorId', 'createdAt'] }, { properties: ['createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** The visitor session that uploaded it; only that session can order with it. */
    visitorId: p.uuid(),
    fileName: p.string().length(255),
    fileSize: p.integer(),
    sha256: p.string().length(64),
    sha3: p.string().length(64),
    /** The key in the file storage. */
    storageKey: p.string().length(200),
    /** The uploader's network, whose quota it counts towards; see `wideNetworkOf`. */
    network: p.string().length(50).nullable(),
    createdAt: p.datetime(),
  },
})
export type Upload = InferEntity<typeof Upload>

/** An unfinished upload in parts. When its parts are joined, an Upload with the same id replaces it. */
export const PartialUpload = defineEntity({
  name: 'PartialUpload',
  indexes: [{ properties: ['visitorId', 'sha256'] }, { properties: ['createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** The visitor's session that sends it; only that session can add parts. */
    visitorId: p.uuid(),
    fileName: p.string().length(255),
    /** In bytes, as announced. */
    fileSize: p.integer(),
    /** As announced; null if the browser could not compute it. */
    sha256: p.string().length(64).nullable(),
    /** The network in which the upload began. All of it counts towards that network's quota. */
    network: p.string().length(50),
    createdAt: p.datetime(),
  },
})
export type PartialUpload = InferEntity<typeof PartialUpload>

/** A stored part of an unfinished upload. */
export const UploadPart = defineEntity({
  name: 'UploadPart',
  uniques: [{ properties: ['uploadId', 'firstByte'] }],
  indexes: [{ properties: ['storageKey'] }],
  properties: {
    id: p.uuid().primary(),
    /** Not a foreign key: a part's row stays after its upload is deleted, until the part's file is deleted too. */
    uploadId: p.uuid(),
    firstByte: p.integer(),
    /** In bytes. */
    partSize: p.integer(),
    /** Of this part. */
    sha256: p.string().length(64),
    storageKey: p.string().length(200),
    /** The upload's network, whose quota it counts towards. */
    network: p.string().length(50),
  },
})
export type UploadPart = InferEntity<typeof UploadPart>
