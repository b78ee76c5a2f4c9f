import { defineEntity, p } from '@mikro-orm/core'

const PartialUploadSchema = defineEntity({
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
    /** The network in which it began, whose quota all of it counts towards. */
    network: p.string().length(50),
    createdAt: p.datetime(),
  },
})

/** A file that arrives in parts. Once it is whole, it is an upload with the same id, and this row is deleted. */
export class PartialUpload extends PartialUploadSchema.class {}
PartialUploadSchema.setClass(PartialUpload)

const UploadPartSchema = defineEntity({
  name: 'UploadPart',
  tableName: 'upload_part',
  uniques: [{ properties: ['uploadId', 'firstByte'] }],
  indexes: [{ properties: ['storageKey'] }],
  properties: {
    id: p.uuid().primary(),
    /** No foreign key: a part outlives its upload until its file is deleted. */
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

/** A stored piece of a file that arrives in parts. */
export class UploadPart extends UploadPartSchema.class {}
UploadPartSchema.setClass(UploadPart)
