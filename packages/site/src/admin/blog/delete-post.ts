import type { Api } from '@priormark/core/api'
import { entityTag } from '@priormark/core/blog/endpoints'
import type { DraftService, RemovalOutcome } from '@priormark/core/blog/drafts/draft-service'
import { readDraft } from './local-posts.ts'

/** A post as a screen showed it. `version` is null if the server does not have the post, or was unreachable. */
export interface ShownPost {
  id: string
  version: number | null
}

/**
 * Deletes a post unless it changed since it was shown. Works offline if this computer has the shown version.
 * @throws ApiError, NetworkError from the server if this computer does not have that version
 */
export async function deletePost(
  { id, version }: ShownPost,
  { api, drafts }: { api: { blog: Pick<Api['blog'], 'remove'> }; drafts: DraftService },
): Promise<RemovalOutcome> {
  const known = await readDraft(drafts, id)
  const isLocalVersion = known !== null && (known.state !== 'clean' || version === null)
  if (isLocalVersion || known?.baseVersion === version) {
    return drafts.remove(id)
  }
  // Only this computer had it, and it was deleted here meanwhile.
  if (version === null) return { kind: 'removed' }
  await api.blog.remove({ params: { id } }, { headers: { 'if-match': entityTag(version) } })
  return { kind: 'removed' }
}
