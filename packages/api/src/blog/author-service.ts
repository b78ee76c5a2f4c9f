import { AppError } from '@priormark/core/errors'
import type { Em } from '../sql/database.ts'
import { Author } from './author-entity.ts'

interface NamedAuthor {
  id: number
  firstName: string
  username: string
}

export function listAuthors(em: Em): Promise<NamedAuthor[]> {
  return em.find(Author, {}, { orderBy: { id: 'asc' } })
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
