import { defineEntity, p } from '@mikro-orm/core'

const AuthorSchema = defineEntity({
  name: 'Author',
  tableName: 'blog_author',
  properties: {
    id: p.integer().primary().autoincrement(false),
    firstName: p.string().length(200),
    username: p.string().length(200).unique(),
  },
})

/** Who a post says it is by. Number 1 is there from the beginning: posts are theirs unless they name another. */
export class Author extends AuthorSchema.class {}
AuthorSchema.setClass(Author)
