import type { Api } from '@priormark/core/api'
import type { DraftDesk, DraftView } from '@priormark/core/drafts/draft-desk'
import { readDraft } from '../../drafts/known-posts.ts'
import { isOutage } from '../../shell/query-client.ts'
import { startOfDraft, startOfPost, type DeskStart } from './desk-start.ts'

/** What an editor's address leads to; a post that was deleted on this machine has no text to edit. */
export type OpenedPost = { kind: 'post'; start: DeskStart } | { kind: 'removed'; view: DraftView }

interface OpenParts {
  api: { blog: Pick<Api['blog'], 'read'> }
  /** Undefined where this machine keeps none. */
  drafts: DraftDesk | undefined
  /** When this machine last heard all of the server's news, ISO 8601; null where it has not yet. */
  syncedAt: string | null
  signal?: AbortSignal
}

/**
 * A post to edit: its draft where there is one, else as the server has it, else as it was last seen on this machine.
 * @throws ApiError, NetworkError where there is nothing of it here
 */
export async function openPost(
  id: string,
  { api, drafts, syncedAt, signal }: OpenParts,
): Promise<OpenedPost> {
  const known = await readDraft(drafts, id)
  if (known !== null && known.state !== 'clean') return openedHere(known, syncedAt)
  try {
    const post = await api.blog.read({ params: { id } }, { signal })
    // An answer out of a memory, older than what a round has brought.
    if (known?.baseVersion != null && known.baseVersion > post.version) return openedHere(known, syncedAt)
    return { kind: 'post', start: startOfPost(post, known?.revision) }
  } catch (error) {
    if (known === null || !isOutage(error)) throw error
    return openedHere(known, syncedAt)
  }
}

function openedHere(view: DraftView, syncedAt: string | null): OpenedPost {
  const start = startOfDraft(view, syncedAt ?? view.touchedAt)
  return start === null ? { kind: 'removed', view } : { kind: 'post', start }
}
