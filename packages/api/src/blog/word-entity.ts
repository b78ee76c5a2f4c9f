import { defineEntity, p } from '@mikro-orm/core'

export const BlogWordSchema = defineEntity({
  name: 'BlogWord',
  tableName: 'blog_word',
  indexes: [
    {
      name: 'blog_word_index',
      expression: 'create index "blog_word_index" on "blog_word" using gin ("word" gin_trgm_ops)',
    },
  ],
  properties: { word: p.text().primary() },
})

/** A word stem that some post has or had. Mistyped and partial words of a search are compared with these. */
export class BlogWord extends BlogWordSchema.class {}
BlogWordSchema.setClass(BlogWord)
