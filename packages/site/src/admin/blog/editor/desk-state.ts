import type { FieldErrors } from '@priormark/core/errors'
import type { AutosaveState } from './autosaver.ts'
import type { LocalCopy } from './local-copies.ts'
import type { PostForm } from './post-form.ts'
import type { GivenUp } from './save-draft.ts'
import type { PostSaving, SaveOutcome, TheirPost } from './save-post.ts'

/** What somebody is doing to a post in one opened editor. */
export interface DeskState {
  postId: string
  /** The version that the writing began with; null for a post that does not exist yet. */
  version: number | null
  /** The local copy and the autosaved revision of this editor. */
  copyId: string
  /** What the server has, as far as this editor knows. */
  base: PostForm
  form: PostForm
  slugFollows: boolean
  errors: FieldErrors
  /** A slug that is free, where the wanted one is not. */
  freeSlug: string | null
  autosave: AutosaveState
  isSaving: boolean
  /** Readers know the post already. */
  isPublished: boolean
  /** Somebody else saved or deleted the post meanwhile. */
  theirs: TheirPost | null
  /** Saved, deleted or given up: nothing is kept or asked any more. */
  isDone: boolean
}

/** Everything a desk does to the world. */
export interface DeskPorts {
  save(saving: PostSaving, key: string): Promise<SaveOutcome>
  autosave(copy: LocalCopy): Promise<unknown>
  keepCopy(copy: LocalCopy): boolean
  dropCopy(id: string): void
  /** Where this machine keeps drafts: puts a text that lost a conflict into its bin. */
  giveUp?: (mine: PostSaving, seenVersion: number | null) => Promise<GivenUp>
  /** Says that the editor with this id is open; answers how to say that it is not. */
  hold(id: string): () => void
  newId(): string
}

/** Where a text that was set aside is: among the post's revisions, in this browser where the server did not answer, or in the bin of this machine. */
export type KeptPlace = 'revision' | 'local copy' | 'bin'
