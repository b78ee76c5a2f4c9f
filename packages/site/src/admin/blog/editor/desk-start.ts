import type { AdminPost } from '@priormark/core/blog/post'
import type { DraftView } from '@priormark/core/drafts/draft-desk'
import { postText } from '@priormark/core/drafts/post-text'
import type { FieldErrors } from '@priormark/core/errors'
import type { PostForm } from './post-form.ts'
import type { TheirPost } from './save-post.ts'

/** What an editor of a post that exists begins with. */
export interface DeskStart {
  id: string
  /** The version that the text derives from; null where the server does not have the post. */
  version: number | null
  /** How often the post was edited on this machine before the editor opened; 0 where it keeps no drafts. */
  revision: number
  form: PostForm
  /** The other side of a conflict that is still to be decided. */
  theirs: TheirPost | null
  /** Why the server will not take the text as it is. */
  problem: { sentence: string | null; fields: FieldErrors; freeSlug: string | null } | null
  /** Whether the text is kept on this machine and the server does not have it. */
  isDraft: boolean
  /** When the text was last known to be the server's, ISO 8601; null where it was read just now, or is a draft. */
  seenAt: string | null
}

/** A post as the server has it now. @param revision how often it was edited on this machine */
export function startOfPost(post: AdminPost, revision = 0): DeskStart {
  const { id, version } = post
  const form = postText(post)
  return { id, version, revision, form, theirs: null, problem: null, isDraft: false, seenAt: null }
}

/**
 * A post as it is kept on this machine; null where its author deleted it.
 * @param seenAt when the server was last heard of, ISO 8601
 */
export function startOfDraft(view: DraftView, seenAt: string): DeskStart | null {
  const { id, baseVersion: version, revision, text: form, theirs, problem, state } = view
  if (form === null) return null
  const isDraft = state !== 'clean'
  return {
    id,
    version,
    revision,
    form,
    theirs: state === 'conflict' ? theirsOf(theirs) : null,
    problem: state === 'blocked' ? problem : null,
    isDraft,
    seenAt: isDraft ? null : seenAt,
  }
}

/** The other side of a conflict as the screen shows it. */
export function theirsOf(theirs: DraftView['theirs']): TheirPost | null {
  return theirs === null ? null : { form: theirs.text, version: theirs.version, savedAt: null }
}
