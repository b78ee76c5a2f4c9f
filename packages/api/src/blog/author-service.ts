import { AppError } from '@priormark/core/errors'
import { slugFrom } from '@priormark/core/slug'
import { audit } from '../audit/audit-service.ts'
import { Admin } from '../auth/admin-entity.ts'
import type { CurrentAdmin } from '../http/state.ts'
import type { Em } from '../sql/database.ts'
import { Author } from './author-entity.ts'
import { lockPosts } from './post-changes.ts'

interface Change {
  admin: CurrentAdmin
  address: string
}

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

/** Creates an author. */
export async function addAuthor(em: Em, firstName: string, by: Change): Promise<NamedAuthor> {
  return em.transactional((tx) => createAuthor(tx, firstName, by))
}

/**
 * Returns the author of an account's new posts. A writer gets one with their name at their first login, so that readers
 * see who wrote a post. Null is the default author.
 */
export async function readAuthorId(em: Em, person: CurrentAdmin): Promise<number | null> {
  const { adminId, username, role, authorId } = person
  if (authorId !== null || role !== 'blog') return authorId
  return em.transactional(async (tx) => {
    await lockPosts(tx)
    const account = await tx.findOneOrFail(Admin, adminId, { refresh: true })
    if (account.authorId != null) return account.authorId
    const firstName = username.charAt(0).toUpperCase() + username.slice(1)
    const { id } = await createAuthor(tx, firstName, { admin: person, address: null })
    account.authorId = id
    return id
  })
}

async function createAuthor(
  em: Em,
  firstName: string,
  { admin, address }: { admin: CurrentAdmin; address: string | null },
): Promise<NamedAuthor> {
  // Of two at once, the second gets the next number.
  await lockPosts(em)
  const authors = await em.find(Author, {})
  const id = Math.max(...authors.map((author) => author.id)) + 1
  const wanted = slugFrom(firstName) || 'author'
  const isTaken = authors.some((author) => author.username === wanted)
  const author = em.create(Author, { id, firstName, username: isTaken ? `${wanted}-${id}` : wanted })
  audit(em, { actor: admin.username, action: 'author.created', subject: String(id), address })
  await em.flush()
  return author
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
