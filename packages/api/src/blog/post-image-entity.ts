import { defineEntity, p } from '@mikro-orm/core'
import { Post } from './post-entity.ts'

const PostImageSchema = defineEntity({
  name: 'PostImage',
  tableName: 'blog_post_image',
  indexes: [{ properties: ['imageName'] }],
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** Not a foreign key, since a post may refer to a deleted image. */
    imageName: p.string().length(200).primary(),
  },
})

/** An image that a post shows, in its content or as its featured image. */
export class PostImage extends PostImageSchema.class {}
PostImageSchema.setClass(PostImage)
