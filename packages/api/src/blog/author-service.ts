import { AppError } from '@priormark/core/errors'
import type { Em } from '../sql/database.ts'
import { Author } from './author-entity.ts'

interface NamedAuthor {
  id: number
  firstName: string
  username: string
}

/** Lists authors with their numbers of posts. */
export function listAuthors(em: Em): Promise<(NamedAuthor & { postCount: number })[]> {
  return em.execute(
    `select a.id, a.first_name as "firstName", a.username, (select count(*)::int from blog_post p
       where p.author_id = a.id and p.deleted_at is null) as "postCount"
     from blog_author a order by a.id`,
  )
}

/** Renames an author, or creates one. @throws AppError invalid_input if the user name is taken */
export async function changeAuthor(em: Em, author: NamedAuthor): Promise<NamedAuthor> {
  return em.transactional(async (tx) => {
    const namesake = await tx.findOne(Author, { username: author.username, id: { $ne: author.id } })
    if (namesake !== null) {
      throw new AppError('invalid_input', 'This username is already taken', {
        fields: { username: ['This username is already taken'] },
      })
    }
    await tx.upsert(Author, author)
    return author
  })
}
