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
    sha3: p.string().length(64),
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

export const PartialUploadSchema = defineEntity({
  name: 'PartialUpload',
  tableName: 'partial_upload',
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

/** An unfinished upload in parts. When its parts are joined, an Upload with the same id replaces it. */
export class PartialUpload extends PartialUploadSchema.class {}
PartialUploadSchema.setClass(PartialUpload)

export const UploadPartSchema = defineEntity({
  name: 'UploadPart',
  tableName: 'upload_part',
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

/** A stored part of an unfinished upload. */
export class UploadPart extends UploadPartSchema.class {}
UploadPartSchema.setClass(UploadPart)
