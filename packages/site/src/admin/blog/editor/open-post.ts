import type { Api } from '@priormark/core/api'
import type { AdminPost } from '@priormark/core/blog/post'
import type { DraftProblem } from '@priormark/core/drafts/draft-row'
import type { DraftBasis } from '@priormark/core/drafts/draft-save'
import type { DraftService, DraftView, TheirText } from '@priormark/core/drafts/draft-service'
import { postText } from '@priormark/core/drafts/post-text'
import { readDraft } from '../known-posts.ts'
import { isOutage } from '../../session/query-client.ts'
import type { PostForm } from './post-form.ts'

/** What the editor of a post that exists begins with. */
export interface PostStart {
  id: string
  basedOn: DraftBasis
  form: PostForm
  /** The other side of a conflict that is still to be decided. */
  theirs: TheirText | null
  /** Why the server will not take the text as it is. */
  problem: DraftProblem | null
  /** Whether the text is kept on this machine and the server does not have it. */
  isDraft: boolean
  /** When the text was last known to be the server's, ISO 8601; null where it was read just now, or is a draft. */
  seenAt: string | null
}

/** What an editor's address leads to; a post that was deleted on this machine has no text to edit. */
export type OpenedPost = { kind: 'post'; start: PostStart } | { kind: 'removed'; view: DraftView }

interface OpenParts {
  api: { blog: Pick<Api['blog'], 'read'> }
  drafts: DraftService
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

/** A post as the server has it now. @param revision how often it was edited on this machine */
export function startOfPost(post: AdminPost, revision = 0): PostStart {
  const { id, version } = post
  const basedOn = { version, revision }
  return { id, basedOn, form: postText(post), theirs: null, problem: null, isDraft: false, seenAt: null }
}

/**
 * A post as it is kept on this machine; null where its author deleted it.
 * @param seenAt when the server was last heard of, ISO 8601
 */
export function startOfDraft(view: DraftView, seenAt: string): PostStart | null {
  const { id, baseVersion: version, revision, text: form, theirs, problem, state } = view
  if (form === null) return null
  const isDraft = state !== 'clean'
  return {
    id,
    basedOn: { version, revision },
    form,
    theirs: state === 'conflict' && theirs !== null ? { ...theirs, revision, savedAt: null } : null,
    problem: state === 'blocked' ? problem : null,
    isDraft,
    seenAt: isDraft ? null : seenAt,
  }
}
