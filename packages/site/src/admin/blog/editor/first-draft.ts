import type { DraftSave, SaveResult } from '@priormark/core/blog/drafts/draft-service'
import { hasContent, postLimits, PostInput } from '@priormark/core/blog/post-input'
import { slugFrom } from '@priormark/core/blog/slug'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { emptyForm, untitled, type PostForm } from './post-form.ts'

/**
 * Returns the draft that the first autosave of a new post creates, or null while there is no content. Fields that the server
 * would reject are left out or get a value that it accepts.
 */
export function firstDraftOf(form: PostForm): PostInput | null {
  if (!hasContent(form.content)) return null
  const title = form.title.trim().slice(0, postLimits.title) || untitled
  const draft: PostForm = { ...form, title, status: 'draft', scheduledAt: null }
  const invalid = Object.keys(formErrors(PostInput, draft)).map((field) => field.split('.')[0] ?? field)
  if (invalid.includes('content')) return null
  const accepted = { ...emptyForm, content: form.content, title, slug: slugFrom(title) || slugFrom(untitled) }
  const replaced = Object.entries(accepted).filter(([field]) => invalid.includes(field))
  return { ...draft, ...Object.fromEntries(replaced) }
}

/** A save of a text, and not the choice of another one. */
interface TextSave extends DraftSave {
  content: PostInput
}

/** Saves, and again with a free slug if the wanted one is taken. Returns the content that was saved last. */
export async function saveWithFreeSlug(
  save: TextSave,
  submit: (save: TextSave) => Promise<SaveResult>,
): Promise<{ result: SaveResult; content: PostInput }> {
  const { content, basedOn } = save
  const result = await submit(save)
  if (result.kind !== 'rejected' || result.problem.freeSlug === null) return { result, content }
  const { id, revision } = result
  const version = id === save.id ? basedOn.version : null
  const other = { ...content, slug: result.problem.freeSlug }
  return { result: await submit({ id, content: other, basedOn: { version, revision } }), content: other }
}
