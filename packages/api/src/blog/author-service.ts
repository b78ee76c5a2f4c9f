import { defaultAuthorId } from '@priormark/core/blog/post'
import { AppError } from '@priormark/core/platform/errors'
import { slugFrom } from '@priormark/core/blog/slug'
import { audit, type AuditEvent } from '../staff/audit/audit-service.ts'
import { Admin } from '../staff/auth/admin-entity.ts'
import { invalidField } from '../platform/http/field-errors.ts'
import type { Actor } from '../platform/http/state.ts'
import type { Em } from '../platform/database/database.ts'
import { Author } from './post-entity.ts'
import { addVersions, lockPosts } from './post-changes.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { inCamelCase, readRow } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

type NamedAuthor = Pick<Author, 'id' | 'firstName' | 'username'>

/** Lists authors with their post counts. */
export function listAuthors(em: Em): Promise<(NamedAuthor & { postCount: number })[]> {
  const postCount = sql<number>`(select count(*)::int from blog_post p where p.author_id = a.id and p.deleted_at is null)`
  return queries(em)
    .selectFrom('blog_author as a')
    .select(inCamelCase('a.id', 'a.first_name', 'a.username'))
    .select(postCount.as('postCount'))
    .orderBy('a.id')
    .execute()
}

export async function addAuthor(em: Em, firstName: string, actor: Actor): Promise<NamedAuthor> {
  return em.transactional((tx) => createAuthor(tx, firstName, { actor }))
}

/**
 * Sets the name that readers see on an account's own posts. An account without an author, or with one that it
 * shares, gets its own.
 */
export async function setOwnAuthorName(em: Em, firstName: string, actor: Actor): Promise<NamedAuthor> {
  return em.transactional(async (tx) => {
    await lockPosts(tx)
    const account = await tx.findOneOrFail(Admin, actor.admin.adminId, { refresh: true })
    const id = account.authorId ?? defaultAuthorId
    const isShared =
      id === defaultAuthorId || (await tx.count(Admin, { authorId: id, id: { $ne: account.id } })) > 0
    if (!isShared)
      return renameAuthor(tx, { id, firstName, username: await freeUsername(tx, firstName, id) }, actor)
    const author = await createAuthor(tx, firstName, { actor })
    account.authorId = author.id
    return author
  })
}

const NextId = v.object({ id: v.number() })

/** Creates an author in the transaction of `em`. */
export async function createAuthor(
  em: Em,
  firstName: string,
  by: Pick<AuditEvent, 'actor' | 'address'>,
): Promise<NamedAuthor> {
  await lockPosts(em)
  const { id } = await readRow(em, NextId)`select nextval('blog_author_id_seq')::int as id`
  const author = em.create(Author, { id, firstName, username: await freeUsername(em, firstName, id) })
  audit(em, { ...by, action: 'author.created', subject: String(id), detail: firstName })
  await em.flush()
  return author
}

/** Returns a username made from a name, with the author's id if another author has it. Requires lockPosts(). */
async function freeUsername(em: Em, firstName: string, id: number): Promise<string> {
  const username = slugFrom(firstName) || 'author'
  const namesakes = await em.count(Author, { username, id: { $ne: id } })
  return namesakes > 0 ? `${username}-${id}` : username
}

/** Renames an author. @throws AppError not_found; invalid_input if the username is taken */
export async function changeAuthor(em: Em, author: NamedAuthor, actor: Actor): Promise<NamedAuthor> {
  return em.transactional(async (tx) => {
    await lockPosts(tx)
    const namesake = await tx.findOne(Author, { username: author.username, id: { $ne: author.id } })
    if (namesake !== null) throw invalidField('username', 'This username is already taken')
    return renameAuthor(tx, author, actor)
  })
}

async function renameAuthor(em: Em, changes: NamedAuthor, actor: Actor): Promise<NamedAuthor> {
  const author = await em.findOne(Author, { id: changes.id })
  if (author === null) throw new AppError('not_found', 'This author doesn’t exist')
  const detail = `${author.firstName} to ${changes.firstName}`
  audit(em, { actor, action: 'author.changed', subject: String(changes.id), detail })
  return Object.assign(author, changes)
}

/**
 * Deletes an author and gives their posts to another author, who also becomes the author of their account.
 * @throws AppError not_found; conflict for the default author, who always exists, and if both are the same
 */
export async function removeAuthor(
  em: Em,
  { id, into }: { id: number; into: number },
  actor: Actor,
): Promise<void> {
  await em.transactional(async (tx) => {
    await lockPosts(tx)
    const author = await tx.findOne(Author, { id })
    const newAuthor = await tx.findOne(Author, { id: into })
    if (author === null || newAuthor === null) throw new AppError('not_found', 'This author doesn’t exist')
    if (id === defaultAuthorId)
      throw new AppError('conflict', 'The first author can’t be deleted. Rename them instead.')
    if (id === into) throw new AppError('conflict', 'Choose another author for the posts')
    await addVersions(tx, sql`select id from blog_post where author_id = ${id}`)
    await queries(tx).updateTable('blog_post').set({ author_id: into }).where('author_id', '=', id).execute()
    await queries(tx).updateTable('admin').set({ author_id: into }).where('author_id', '=', id).execute()
    const detail = `the posts went to ${newAuthor.firstName}`
    audit(tx, { actor, action: 'author.deleted', subject: author.firstName, detail })
    tx.remove(author)
  })
}
