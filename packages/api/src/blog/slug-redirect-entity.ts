import { defineEntity, p } from '@mikro-orm/core'
import { maxSlugLength } from '@priormark/core/slug'
import { Post } from './post-entity.ts'

const SlugRedirectSchema = defineEntity({
  name: 'SlugRedirect',
  tableName: 'blog_slug_redirect',
  indexes: [{ properties: ['post'] }],
  properties: {
    slug: p.string().length(maxSlugLength).primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: p.datetime(),
  },
})

/** A slug under which a post could once be read. It leads to the post for good. */
export class SlugRedirect extends SlugRedirectSchema.class {}
SlugRedirectSchema.setClass(SlugRedirect)
