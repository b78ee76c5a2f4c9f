import { defineEntity, p } from '@mikro-orm/core'

const BlogRequestSchema = defineEntity({
  name: 'BlogRequest',
  tableName: 'blog_request',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    adminId: p.uuid().primary(),
    key: p.string().length(200).primary(),
    /** SHA-256 of the request, to detect the reuse of a key for another request. */
    requestHash: p.string().length(64),
    /** The response, as JSON. */
    reply: p.text(),
    createdAt: p.datetime(),
  },
})

/** A change made with an Idempotency-Key, and its response. */
export class BlogRequest extends BlogRequestSchema.class {}
BlogRequestSchema.setClass(BlogRequest)
