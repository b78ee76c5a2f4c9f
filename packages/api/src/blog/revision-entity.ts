import { defineEntity, p } from '@mikro-orm/core'
import { revisionKinds, type Revision } from '@priormark/core/blog/revision'

const PostRevisionSchema = defineEntity({
  name: 'PostRevision',
  tableName: 'blog_revision',
  indexes: [{ properties: ['postId', 'kind', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    /** No foreign key: an editor saves by itself before its post is created. */
    postId: p.uuid(),
    kind: p.enum(revisionKinds),
    version: p.integer().nullable(),
    at: p.datetime(),
    by: p.string().length(200),
    title: p.text(),
    wordCount: p.integer(),
    fields: p.json<Revision['fields']>(),
  },
})

/** A state of a post: as somebody saved it, or as it stands in somebody's editor. */
export class PostRevision extends PostRevisionSchema.class {}
PostRevisionSchema.setClass(PostRevision)
