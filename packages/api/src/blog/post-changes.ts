import type { AdminPost, Tombstone } from '@priormark/core/blog/post'
import type { Em } from '../platform/database/database.ts'
import { adminPostView, postColumns, PostRow } from './post-view.ts'
import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { readRows } from '../platform/database/rows.ts'
import { queries } from './tables.ts'
import { AppError } from '@priormark/core/platform/errors'
import { sha256Hex } from '../platform/sha256.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A change made with an Idempotency-Key, and its response. */
export const IdempotentRequest = defineEntity({
  name: 'IdempotentRequest',
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    adminId: p.uuid().primary(),
    key: p.string().length(200).primary(),
    /** SHA-256 of the request, to detect the reuse of a key for another request. */
    requestHash: p.string().length(64),
    /** As JSON. */
    response: p.text(),
    createdAt: p.datetime(),
  },
})
export type IdempotentRequest = InferEntity<typeof IdempotentRequest>

/**
 * Makes a change to posts once: a repeated request with the same key gets the same response and changes nothing. Key,
 * change and response are written in one transaction. A failed change does not store its key.
 * @param request the Idempotency-Key, null if none was sent, and everything that identifies the request
 * @throws AppError idempotency_mismatch if the key was used for another request; whatever `change` throws
 */
export async function changeOnce<Reply>(
  em: Em,
  request: { adminId: string; key: string | null; content: readonly unknown[] },
  schema: v.GenericSchema<unknown, Reply>,
  change: (em: Em) => Promise<Reply>,
): Promise<Reply> {
  return em.transactional(async (tx) => {
    await lockPosts(tx)
    const { adminId, key } = request
    if (key === null) return change(tx)
    const requestHash = sha256Hex(JSON.stringify(request.content))
    const previous = await tx.findOne(IdempotentRequest, { adminId, key })
    if (previous !== null) {
      if (previous.requestHash === requestHash) return v.parse(schema, JSON.parse(previous.response))
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another change')
    }
    const reply = await change(tx)
    const response = JSON.stringify(reply)
    tx.create(IdempotentRequest, { adminId, key, requestHash, response, createdAt: new Date() })
    return reply
  })
}

/** The state that a change expects. */
export type Precondition =
  | { kind: 'any' }
  /** The post does not exist yet (`If-None-Match: *`). */
  | { kind: 'absent' }
  /** The post, or its tombstone, has this version (`If-Match: "3"`). */
  | { kind: 'version'; version: number }

/** Parses the headers of a change, '' for a missing one. @throws AppError invalid_input */
export function readPrecondition(ifMatch: string, ifNoneMatch: string): Precondition {
  if (ifNoneMatch !== '') {
    if (ifNoneMatch.trim() === '*' && ifMatch === '') return { kind: 'absent' }
    throw new AppError('invalid_input', 'If-None-Match accepts only *')
  }
  if (ifMatch === '') return { kind: 'any' }
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch)?.[1]
  if (version === undefined) throw new AppError('invalid_input', 'If-Match accepts one version, such as "3"')
  return { kind: 'version', version: Number(version) }
}

const blogLock = 4_157_202

/**
 * Serializes changes to posts until the transaction ends, so that sequence numbers become visible in order: a reader who has seen
 * one never finds a smaller one later. It also prevents races for slugs. Few people change posts, so waits are short.
 */
export async function lockPosts(em: Em): Promise<void> {
  if (!em.isInTransaction()) throw new Error('posts are changed in a transaction')
  await sql`select pg_advisory_xact_lock(${blogLock})`.execute(queries(em))
}

/** Returns the number of the next change. Requires lockPosts(). */
export async function nextSequence(em: Em): Promise<number> {
  return (await lastSequence(em)) + 1
}

/** Returns the number of the last change, or 0 if there is none. While it is unchanged, so are the texts of all posts. */
async function lastSequence(em: Em): Promise<number> {
  const { last } = await queries(em)
    .selectFrom('blog_post')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Gives posts a new version and makes them the latest changes of the blog. Requires lockPosts(). @param ids a query */
export async function addVersions(em: Em, ids: RawBuilder<unknown>): Promise<void> {
  const last = await lastSequence(em)
  await sql`update blog_post set version = version + 1, sequence = ${last}::int + numbered.place
            from (select id, row_number() over (order by id)::int as place from blog_post
                  where deleted_at is null and id in (${ids})) as numbered
            where blog_post.id = numbered.id`.execute(queries(em))
}

const ChangedRow = v.object({ ...PostRow.entries, isDeleted: v.boolean() })

/** Returns the posts changed after `since`, oldest change first, each once and in its current state. */
export async function changesSince(
  em: Em,
  { since, limit }: { since: number; limit: number },
): Promise<{ posts: AdminPost[]; deleted: Tombstone[]; sequence: number; more: boolean }> {
  const rows = await readRows(em, ChangedRow)`
    select ${postColumns}, p.deleted_at is not null as "isDeleted"
    from blog_post p where p.sequence > ${since} order by p.sequence limit ${limit + 1}`
  const page = rows.slice(0, limit)
  return {
    posts: page.filter((row) => !row.isDeleted).map(adminPostView),
    deleted: page
      .filter((row) => row.isDeleted)
      .map(({ id, version, sequence }) => ({ id, version, sequence })),
    sequence: page.at(-1)?.sequence ?? since,
    more: rows.length > limit,
  }
}
