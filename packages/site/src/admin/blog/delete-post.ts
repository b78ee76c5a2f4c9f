import type { Api } from '@priormark/core/api'
import { entityTag } from '@priormark/core/blog/endpoints'
import type { DraftService, RemovalOutcome } from '@priormark/core/drafts/draft-service'
import { readDraft } from './known-posts.ts'

/** A post as a list or an editor showed it; its version is null where only this machine has it, or shows it from memory. */
export interface ShownPost {
  id: string
  version: number | null
}

/**
 * Deletes a post as it was shown: one that somebody changed meanwhile stays.
 * @throws ApiError, NetworkError where this machine keeps no drafts, or does not know that version of the post
 */
export async function deletePost(
  { id, version }: ShownPost,
  { api, drafts }: { api: { blog: Pick<Api['blog'], 'remove'> }; drafts: DraftService },
): Promise<RemovalOutcome> {
  const known = await readDraft(drafts, id)
  const isShownHere = known !== null && (known.state !== 'clean' || version === null)
  if (isShownHere || known?.baseVersion === version) {
    return drafts.remove(id)
  }
  // Only this machine had it, and has it no more.
  if (version === null) return 'removed'
  await api.blog.remove({ params: { id } }, { headers: { 'if-match': entityTag(version) } })
  return 'removed'
}
