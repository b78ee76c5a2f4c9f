import { AdminPost } from '@priormark/core/blog/post'
import type { Em } from '../platform/database/database.ts'
import { changeOnce } from './idempotency.ts'
import { preparePost } from './post-content.ts'
import { readRevision, submissionOf } from './post-revisions.ts'
import { postNotFound, readPostRow } from './post-rows.ts'
import { findExpected, requestOf, writePost, type Changer } from './post-service.ts'
import { adminPostView } from './post-view.ts'
import type { Precondition } from './precondition.ts'

/**
 * Makes a revision the current text of its post, as a new version. Status, schedule and author do not change, nor does
 * the slug without `hasSlug`.
 * @throws AppError not_found, version_conflict, slug_taken; invalid_input if the revision was unfinished
 */
export async function restorePost(
  em: Em,
  {
    id,
    revisionId,
    hasSlug,
    expected,
  }: { id: string; revisionId: string; hasSlug: boolean; expected: Precondition },
  by: Changer,
): Promise<AdminPost> {
  return changeOnce(
    em,
    requestOf(by, 'restore', id, revisionId, hasSlug, expected),
    AdminPost,
    async (tx) => {
      const post = await findExpected(tx, id, expected)
      if (post === null || post.deletedAt != null) throw postNotFound()
      const revision = await readRevision(tx, id, revisionId)
      const current = adminPostView(await readPostRow(tx, id))
      const settings = submissionOf(revision, hasSlug ? current : { ...current, currentSlug: current.slug })
      return writePost(tx, post, { id, content: await preparePost(settings), settings, by })
    },
  )
}
