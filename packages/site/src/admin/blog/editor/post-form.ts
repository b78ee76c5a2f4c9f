import { hasReachedServer } from '@priormark/core/platform/http/api-error'
import type { StaffApi } from '@priormark/core/api'
import {
  defaultAuthorId,
  PostInput,
  type UnfinishedPost,
  hasContent,
  postLimits,
} from '@priormark/core/blog/post'
import type {
  DraftBasis,
  DraftProblem,
  DraftService,
  DraftView,
  TheirText,
  DraftSave,
  SaveResult,
} from '@priormark/core/blog/drafts/draft-service'
import { postText } from '@priormark/core/blog/drafts/draft-row'
import { readDraft } from '../draft-queries.ts'
import { slugFrom } from '@priormark/core/blog/slug'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { formErrors } from '../../platform/ui/form-errors.ts'

const untitled = 'Untitled'

export const emptyForm: PostInput = {
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  featuredImage: '',
  metaTitle: '',
  metaDescription: '',
  metaKeywords: '',
  categories: [],
  tags: [],
  status: 'draft',
  scheduledAt: null,
  authorId: defaultAuthorId,
}

/** Returns the post to submit. A published post is not scheduled. */
export function submissionOf(form: PostInput): PostInput {
  return { ...form, scheduledAt: form.status === 'published' ? null : form.scheduledAt }
}

/** Returns the fields to autosave, without the status, schedule and author. */
export function textsOf(form: PostInput): UnfinishedPost {
  const { status: _status, scheduledAt: _scheduledAt, authorId: _authorId, ...texts } = form
  return texts
}

export function isSameForm(one: PostInput, other: PostInput): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Changes the title, and the slug if it follows the title. */
export function withTitle(form: PostInput, title: string, slugFollows: boolean): PostInput {
  return { ...form, title, ...(slugFollows ? { slug: slugFrom(title) } : {}) }
}

/** Whether the slug follows the title: for a new post, and while the slug is empty or that of a draft without a title. */
export function slugFollowsTitle(isNew: boolean, form: PostInput): boolean {
  const matchesTitle = form.slug === slugFrom(form.title)
  return form.slug === '' || (matchesTitle && (isNew || (form.title === untitled && form.status === 'draft')))
}

/** Returns a copy of a post as a draft with another title and slug. */
export function copyOf(form: PostInput): PostInput {
  const title = `${form.title} (copy)`
  return {
    ...form,
    title,
    slug: slugFrom(`${form.slug || form.title} copy`),
    status: 'draft',
    scheduledAt: null,
  }
}

/** Returns only the version and revision of a text. */
export function basisOf({ version, revision }: DraftBasis): DraftBasis {
  return { version, revision }
}

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
  /** When a text from this computer was last known to match the server, ISO 8601. Null for a text from the server or a draft. */
  seenAt: string | null
}

/** The state of autosaving on the server. */
export type AutosaveState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; atMs: number }
  | { kind: 'failed'; error: unknown }

/** The state of one open post editor. */
export interface PostEditorState {
  postId: string
  /** The version and revision that the text is based on. The version is null if the server does not have the post. */
  basedOn: DraftBasis
  /** The last saved form. */
  base: PostInput
  form: PostInput
  slugFollows: boolean
  errors: FieldErrors
  /** A free slug if the entered one is taken, or null. */
  freeSlug: string | null
  /** Whether the author has not saved the post yet, even if an autosave has created it. */
  isNew: boolean
  /** Whether the author is leaving the editor. */
  isLeaving: boolean
  /** Whether the server has the last saved form. */
  isSent: boolean
  /** When this editor last saved and stayed open, in milliseconds since 1970, or null. */
  savedAtMs: number | null
  autosave: AutosaveState
  isSaving: boolean
  /** Whether the saved post is published. */
  isPublished: boolean
  /** The other version if someone else has saved or deleted the post, or null. */
  theirs: TheirText | null
  /** Whether the post was saved, deleted or discarded, so that nothing is unsaved. */
  isDone: boolean
}

/** @param start null for a new post @param authorId the author of a new post */
export function openingState(
  start: PostStart | null,
  newId: () => string,
  authorId = emptyForm.authorId,
): PostEditorState {
  const form = start?.form ?? { ...emptyForm, authorId }
  return {
    postId: start?.id ?? newId(),
    basedOn: start?.basedOn ?? { version: null, revision: 0 },
    base: form,
    form,
    slugFollows: slugFollowsTitle(start === null, form),
    errors: start?.problem?.fields ?? {},
    freeSlug: start?.problem?.freeSlug ?? null,
    isNew: start === null,
    isLeaving: false,
    isSent: start !== null && !start.isDraft,
    savedAtMs: null,
    autosave: { kind: 'idle' },
    isSaving: false,
    isPublished: start?.basedOn.version != null && form.status === 'published',
    theirs: start?.theirs ?? null,
    isDone: false,
  }
}

/** Whether the server or this machine has the post, so that it has an address. */
export function isCreated({ basedOn }: PostEditorState): boolean {
  return basedOn.version !== null || basedOn.revision > 0
}

/** Whether an editor has unsaved changes. */
export function isDirty({ isDone, form, base }: PostEditorState): boolean {
  return !isDone && !isSameForm(form, base)
}

/**
 * Returns the draft that the first autosave of a new post creates, or null while there is no content. Fields that the server
 * would reject are left out or get a value that it accepts.
 */
export function firstDraftOf(form: PostInput): PostInput | null {
  if (!hasContent(form.content)) return null
  const title = form.title.trim().slice(0, postLimits.title) || untitled
  const draft: PostInput = { ...form, title, status: 'draft', scheduledAt: null }
  const invalidFields = Object.keys(formErrors(PostInput, draft)).map((field) => field.split('.')[0] ?? field)
  if (invalidFields.includes('content')) return null
  const accepted = { ...emptyForm, content: form.content, title, slug: slugFrom(title) || slugFrom(untitled) }
  const replaced = Object.entries(accepted).filter(([field]) => invalidFields.includes(field))
  return { ...draft, ...Object.fromEntries(replaced) }
}

type TextSave = DraftSave & { content: PostInput }

/** Saves, and tries again with a free slug if the wanted one is taken. Returns the content that was saved last. */
export async function saveWithFreeSlug(
  save: TextSave,
  submit: (save: TextSave) => Promise<SaveResult>,
): Promise<{ result: SaveResult; content: PostInput }> {
  const { content, basedOn } = save
  const result = await submit(save)
  if (result.kind !== 'rejected' || result.problem.freeSlug === null) return { result, content }
  const { id, revision } = result
  const version = id === save.id ? basedOn.version : null
  const renamedContent = { ...content, slug: result.problem.freeSlug }
  return {
    result: await submit({ id, content: renamedContent, basedOn: { version, revision } }),
    content: renamedContent,
  }
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
  if (draft !== null && draft.state !== 'clean') return openDraft(draft, syncedAt)
  try {
    const post = await api.blog.read({ params: { id } }, { signal })
    const { version, createdBy } = post
    // A cached response may be older than the last sync cycle.
    if (draft?.baseVersion != null && draft.baseVersion > version) return openDraft(draft, syncedAt)
    const basedOn = { version, revision: draft?.revision ?? 0 }
    const asOnServer = { theirs: null, problem: null, isDraft: false, seenAt: null }
    return { kind: 'post', start: { id, basedOn, form: postText(post), createdBy, ...asOnServer } }
  } catch (error) {
    if (draft === null || hasReachedServer(error)) throw error
    return openDraft(draft, syncedAt)
  }
}

function openDraft(view: DraftView, syncedAt: string | null): OpenedPost {
  const { id, baseVersion: version, revision, text: form, theirs, problem, state, createdBy } = view
  if (form === null) return { kind: 'removed', view }
  const start = {
    id,
    basedOn: { version, revision },
    form,
    theirs: state === 'conflict' && theirs !== null ? { ...theirs, revision, savedAt: null } : null,
    problem: state === 'blocked' ? problem : null,
    isDraft: state !== 'clean' && (view.hasDraft || view.isRemoved || theirs !== null),
    createdBy,
    seenAt: state === 'clean' ? (syncedAt ?? view.changedAt) : null,
  }
  return { kind: 'post', start }
}
