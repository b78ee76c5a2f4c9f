import { defineEntity, p } from '@mikro-orm/core'
import { revisionKinds, type Revision } from '@priormark/core/blog/revision'

export const PostRevisionSchema = defineEntity({
  name: 'PostRevision',
  tableName: 'blog_revision',
  indexes: [{ properties: ['postId', 'kind', 'at'] }],
  properties: {
    id: p.uuid().primary(),
    /** Not a foreign key, since an editor autosaves before its post is created. */
    postId: p.uuid(),
    kind: p.enum(revisionKinds),
    version: p.integer().nullable(),
    at: p.datetime(),
    /** The user name at that time. */
    by: p.string().length(200),
    /** Only this person may autosave over it; null if their account is unknown. */
    byId: p.uuid().nullable(),
    title: p.text(),
    wordCount: p.integer(),
    fields: p.json<Revision['fields']>(),
  },
})

/** The content of a post as it was saved, or as autosaved from an editor. */
export class PostRevision extends PostRevisionSchema.class {}
PostRevisionSchema.setClass(PostRevision)
