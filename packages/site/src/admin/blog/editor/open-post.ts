import { hasReachedServer } from '@priormark/core/platform/http/api-error'
import type { StaffApi } from '@priormark/core/api'
import type { AdminPost } from '@priormark/core/blog/post'
import type { PostInput } from '@priormark/core/blog/post-input'
import type {
  DraftBasis,
  DraftProblem,
  DraftService,
  DraftView,
  TheirText,
} from '@priormark/core/blog/drafts/draft-service'
import { postText } from '@priormark/core/blog/drafts/draft-row'
import { readDraft } from '../draft-queries.ts'

/** The initial state of an existing post's editor. */
export interface PostStart {
  id: string
  basedOn: DraftBasis
  form: PostInput
  /** The other version of an unresolved conflict, or null. */
  theirs: TheirText | null
  /** Why the server rejected the draft, or the deletion if there is no draft; null if it rejected neither. */
  problem: DraftProblem | null
  /** Whether the text is a draft that the server does not have. */
  isDraft: boolean
  /** Who created the post; null if this computer does not know. */
  createdBy: string | null
  /** When a text from this computer was last known to match the server, ISO 8601. Null for a fresh text or a draft. */
  seenAt: string | null
}

/** The result of opening a post. A post that was deleted on this computer has no text to edit. */
type OpenedPost = { kind: 'post'; start: PostStart } | { kind: 'removed'; view: DraftView }

interface OpenPostDeps {
  api: { blog: Pick<StaffApi['blog'], 'read'> }
  drafts: DraftService
  /** When this computer last fetched all changes from the server, ISO 8601, or null. */
  syncedAt: string | null
  signal?: AbortSignal
}

/**
 * Opens a post: its draft if there is one, otherwise the server's text, otherwise the last copy on this computer.
 * @throws ApiError, NetworkError if the server responds with an error, or is unreachable and this computer has no copy
 */
export async function openPost(
  id: string,
  { api, drafts, syncedAt, signal }: OpenPostDeps,
): Promise<OpenedPost> {
  const draft = await readDraft(drafts, id)
  if (draft !== null && draft.state !== 'clean') return openLocal(draft, syncedAt)
  try {
    const post = await api.blog.read({ params: { id } }, { signal })
    // A cached response may be older than the last sync cycle.
    if (draft?.baseVersion != null && draft.baseVersion > post.version) return openLocal(draft, syncedAt)
    return { kind: 'post', start: startOfPost(post, draft?.revision) }
  } catch (error) {
    if (draft === null || hasReachedServer(error)) throw error
    return openLocal(draft, syncedAt)
  }
}

function openLocal(view: DraftView, syncedAt: string | null): OpenedPost {
  const start = startOfDraft(view, syncedAt ?? view.changedAt)
  return start === null ? { kind: 'removed', view } : { kind: 'post', start }
}

/** @param revision how often the post was edited on this computer */
function startOfPost(post: AdminPost, revision = 0): PostStart {
  const { id, version, createdBy } = post
  return {
    id,
    basedOn: { version, revision },
    form: postText(post),
    theirs: null,
    problem: null,
    isDraft: false,
    createdBy,
    seenAt: null,
  }
}

/** Returns the start of a stored post, or null if it was deleted here. @param seenAt when it last matched the server, ISO 8601 */
function startOfDraft(view: DraftView, seenAt: string): PostStart | null {
  const { id, baseVersion: version, revision, text: form, theirs, problem, state, createdBy } = view
  if (form === null) return null
  const isDraft = state !== 'clean' && (view.hasDraft || view.isRemoved || theirs !== null)
  return {
    id,
    basedOn: { version, revision },
    form,
    theirs: state === 'conflict' && theirs !== null ? { ...theirs, revision, savedAt: null } : null,
    problem: state === 'blocked' ? problem : null,
    isDraft,
    createdBy,
    seenAt: state === 'clean' ? seenAt : null,
  }
}
