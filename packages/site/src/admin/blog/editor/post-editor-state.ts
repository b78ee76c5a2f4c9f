import type { DraftBasis } from '@priormark/core/drafts/draft-save'
import type { TheirText } from '@priormark/core/drafts/draft-service'
import type { FieldErrors } from '@priormark/core/errors'
import type { PostStart } from './open-post.ts'
import { emptyForm, isSameForm, slugFollowsTitle, type PostForm } from './post-form.ts'
import type { AutosaveState } from './unsaved-text.ts'

/** What somebody is doing to a post in one open editor. */
export interface PostEditorState {
  postId: string
  /** What the text was begun upon; its version is null for a post that the server does not have. */
  basedOn: DraftBasis
  /** What is saved already. */
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
  /** The other text, where somebody else saved or deleted the post meanwhile. */
  theirs: TheirText | null
  /** Saved, deleted or given up: nothing is kept or asked any more. */
  isDone: boolean
}

/** The state of an editor that opens. @param start null for a new post */
export function openingState(start: PostStart | null, newId: () => string): PostEditorState {
  const form = start?.form ?? emptyForm
  return {
    postId: start?.id ?? newId(),
    basedOn: start?.basedOn ?? { version: null, revision: 0 },
    base: form,
    form,
    slugFollows: slugFollowsTitle(start === null, form),
    errors: start?.problem?.fields ?? {},
    freeSlug: start?.problem?.freeSlug ?? null,
    autosave: { kind: 'idle' },
    isSaving: false,
    isPublished: start?.basedOn.version != null && form.status === 'published',
    theirs: start?.theirs ?? null,
    isDone: false,
  }
}

/** Whether an editor holds what is not saved. */
export function isDirty({ isDone, form, base }: PostEditorState): boolean {
  return !isDone && !isSameForm(form, base)
}
