import { defineEntity, p } from '@mikro-orm/core'
import { Post } from './post-entity.ts'

export const PostViewCountSchema = defineEntity({
  name: 'PostViewCount',
  tableName: 'blog_post_view',
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** A day of the shop's time zone. What is older than `dailyViewYears` is added up on the first day of its month. */
    day: p.date().primary(),
    views: p.integer(),
  },
})

/** How often the page of a post was opened on a day. Contains nothing about who opened it. */
export class PostViewCount extends PostViewCountSchema.class {}
PostViewCountSchema.setClass(PostViewCount)
