import { randomUUID } from 'node:crypto'
import { postText } from '@priormark/core/blog/drafts/draft-row'
import {
  type AdminPost,
  PostInput,
  type UnfinishedPost,
  type Revision,
  type RevisionSummary,
} from '@priormark/core/blog/post'
import { AppError } from '@priormark/core/platform/errors'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import * as v from 'valibot'
import { audit } from '../staff/audit/audit-service.ts'
import { fieldErrors } from '../platform/http/field-errors.ts'
import type { CurrentAdmin } from '../platform/http/state.ts'
import type { Em } from '../platform/database/database.ts'
import { cleanPostHtml } from './post-html.ts'
import { PostRevision } from './post-entity.ts'
import { sql } from 'kysely'
import { inCamelCase } from '../platform/database/rows.ts'
import { queries } from './tables.ts'

/** The number of revisions kept per post and kind. */
const maxRevisions = 50

/** Who saves a revision. */
type Editor = Pick<CurrentAdmin, 'adminId' | 'username'>

/** Stores a revision of a post that was just saved. */
export async function saveRevision(em: Em, post: AdminPost, admin: Editor): Promise<void> {
  const { status: _status, scheduledAt: _scheduledAt, authorId: _authorId, ...fields } = postText(post)
  em.create(PostRevision, {
    id: randomUUID(),
    postId: post.id,
    kind: 'saved',
    version: post.version,
    at: new Date(),
    by: admin.username,
    byId: admin.adminId,
    ...revisionColumns(fields),
  })
  await em.flush()
  await removeOldRevisions(em, post.id, 'saved')
}

/**
 * Stores an editor's current content over its previous autosave. Only the first autosave is audited.
 * @throws AppError conflict if the revision belongs to another post or person, or was saved explicitly
 */
export async function autosave(
  em: Em,
  input: {
    postId: string
    revisionId: string
    version: number | null
    fields: UnfinishedPost
    admin: Editor
    address: string
  },
): Promise<RevisionSummary> {
  const { postId, revisionId: id, version, admin, address } = input
  const by = admin.username
  const fields = { ...input.fields, content: await cleanPostHtml(input.fields.content) }
  const at = new Date()
  const { title, wordCount } = revisionColumns(fields)
  const json = sql<typeof fields>`${JSON.stringify(fields)}::jsonb`
  const changes = { version, at, by, title, word_count: wordCount, fields: json }
  const row = await queries(em)
    .insertInto('blog_revision')
    .values({ id, post_id: postId, kind: 'autosave', by_id: admin.adminId, ...changes })
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet(changes)
        .where('blog_revision.post_id', '=', postId)
        .where('blog_revision.kind', '=', 'autosave')
        .where('blog_revision.by_id', '=', admin.adminId),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('conflict', 'This revision belongs to another post or editor')
  if (row.isNew) {
    audit(em, { actor: by, action: 'post.autosave_started', subject: postId, address })
    await em.flush()
  }
  await removeOldRevisions(em, postId, 'autosave')
  return { id, kind: 'autosave', version, at: at.toISOString(), by, title, wordCount }
}

/** Lists the revisions of a post, newest first. */
export async function listRevisions(em: Em, postId: string): Promise<RevisionSummary[]> {
  const revisions = await queries(em)
    .selectFrom('blog_revision')
    .select(inCamelCase('id', 'kind', 'version', 'at', 'by', 'title', 'word_count'))
    .where('post_id', '=', postId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return revisions.map(summaryView)
}

/** @throws AppError not_found */
export async function readRevision(em: Em, postId: string, revisionId: string): Promise<Revision> {
  const revision = await em.findOne(PostRevision, { id: revisionId, postId })
  if (revision === null) throw new AppError('not_found', 'This revision doesn’t exist')
  return { ...summaryView(revision), fields: revision.fields }
}

/** Returns the newest revision of a post, or null. */
export async function newestRevision(em: Em, postId: string): Promise<Revision | null> {
  const revision = await em.findOne(PostRevision, { postId }, { orderBy: { at: 'desc', id: 'desc' } })
  return revision === null ? null : { ...summaryView(revision), fields: revision.fields }
}

/**
 * Converts a revision to a submission with the post's current status, schedule and author. An unfinished revision may be invalid.
 * @param currentSlug replaces the revision's, unless null
 * @throws AppError invalid_input with the form's messages
 */
export function submissionOf(
  { fields }: Revision,
  { status, scheduledAt, authorId }: Pick<AdminPost, 'status' | 'scheduledAt' | 'authorId'>,
  currentSlug: string | null,
): PostInput {
  const slug = currentSlug ?? fields.slug
  const result = v.safeParse(PostInput, { ...fields, slug, status, scheduledAt, authorId })
  if (result.success) return result.output
  throw new AppError('invalid_input', result.issues[0].message, { fields: fieldErrors(result.issues) })
}

function revisionColumns(fields: Revision['fields']) {
  return { title: fields.title, wordCount: countWords(textOf(fields.content)), fields }
}

type SummaryColumns = Pick<PostRevision, 'id' | 'kind' | 'version' | 'at' | 'by' | 'title' | 'wordCount'>

function summaryView({ id, kind, version, at, by, title, wordCount }: SummaryColumns): RevisionSummary {
  return { id, kind, version: version ?? null, at: at.toISOString(), by, title, wordCount }
}

async function removeOldRevisions(em: Em, postId: string, kind: RevisionSummary['kind']): Promise<void> {
  const oldIds = queries(em)
    .selectFrom('blog_revision')
    .select('id')
    .where('post_id', '=', postId)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxRevisions)
  await queries(em).deleteFrom('blog_revision').where('id', 'in', oldIds).execute()
}
