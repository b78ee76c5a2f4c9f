import { defineEntity, p } from '@mikro-orm/core'

const PostPreviewSchema = defineEntity({
  name: 'PostPreview',
  tableName: 'blog_preview',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    /** SHA-256 of the token: who reads the table cannot open the previews. */
    tokenHash: p.string().length(64).primary(),
    postId: p.uuid(),
    expiresAt: p.datetime(),
  },
})

/** A link that shows a post, draft or not, to whoever has it. */
export class PostPreview extends PostPreviewSchema.class {}
PostPreviewSchema.setClass(PostPreview)
