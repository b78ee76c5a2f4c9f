import { defineEntity, p } from '@mikro-orm/core'

const BlogRequestSchema = defineEntity({
  name: 'BlogRequest',
  tableName: 'blog_request',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    adminId: p.uuid().primary(),
    key: p.string().length(200).primary(),
    /** SHA-256 of what was asked, so that a key used again for something else is noticed. */
    requestHash: p.string().length(64),
    /** The answer, as JSON. */
    reply: p.text(),
    createdAt: p.datetime(),
  },
})

/** A change that was made under an Idempotency-Key, with what was answered. */
export class BlogRequest extends BlogRequestSchema.class {}
BlogRequestSchema.setClass(BlogRequest)
