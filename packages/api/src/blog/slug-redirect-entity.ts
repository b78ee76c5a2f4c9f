import { defineEntity, p } from '@mikro-orm/core'
import { maxSlugLength } from '@priormark/core/blog/slug'
import { Post } from './post-entity.ts'

export const SlugRedirectSchema = defineEntity({
  name: 'SlugRedirect',
  tableName: 'blog_slug_redirect',
  indexes: [{ properties: ['post'] }],
  properties: {
    slug: p.string().length(maxSlugLength).primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: p.datetime(),
  },
})

/** An old slug of a post, which redirects to it permanently. */
export class SlugRedirect extends SlugRedirectSchema.class {}
SlugRedirectSchema.setClass(SlugRedirect)
