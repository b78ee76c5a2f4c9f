import { defineEntity, p } from '@mikro-orm/core'

export const AuthorSchema = defineEntity({
  name: 'Author',
  tableName: 'blog_author',
  properties: {
    id: p.integer().primary().autoincrement(false),
    firstName: p.string().length(200),
    username: p.string().length(200).unique(),
  },
})

/** The author of posts. Number 1 always exists and is the default. */
export class Author extends AuthorSchema.class {}
AuthorSchema.setClass(Author)
