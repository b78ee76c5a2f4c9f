import { defineEntity, p } from '@mikro-orm/core'

export const PostPreviewSchema = defineEntity({
  name: 'PostPreview',
  tableName: 'blog_preview',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    /** SHA-256 of the token, so that the table does not reveal working links. */
    tokenHash: p.string().length(64).primary(),
    postId: p.uuid(),
    /** The author chosen in the editor, whom a post that was never saved shows; null for the default one. */
    authorId: p.integer().nullable(),
    expiresAt: p.datetime(),
  },
})

/** A link that shows a post, even a draft, to anyone who has it. */
export class PostPreview extends PostPreviewSchema.class {}
PostPreviewSchema.setClass(PostPreview)
