import type { PostInput } from '../post.ts'
import {
  draftState,
  newDraftRow,
  shownText,
  type DraftChange,
  type DraftRow,
  type ServerPost,
} from './draft-row.ts'
import type { DraftProblem, DraftSave, Resolution, SaveResult, TheirText } from './draft-service.ts'

/**
 * The transitions of a draft, as pure functions without clock, network or storage. Each returns the next row, null if
 * the row is deleted, or the same row if nothing changed. Responses apply only to the request that is in flight.
 */

/**
 * Stores a text that the author saved.
 * @param seenVersion the version that the author started from. If a pull has replaced it with someone else's newer
 * one, the result is a conflict, because an author must not overwrite unseen changes.
 */
export function editDraft(
  row: DraftRow,
  text: PostInput,
  seenVersion: number | null = row.baseVersion,
): DraftRow {
  const edited = { ...row, draft: text, revision: row.revision + 1, isRemoved: false, problem: null }
  if (draftState(row) !== 'clean' || seenVersion === row.baseVersion) return edited
  if (isLater(seenVersion, row.baseVersion)) {
    return { ...edited, baseVersion: seenVersion, base: null, ownSince: seenVersion }
  }
  if (!isLater(row.ownSince, seenVersion)) return edited
  return {
    ...edited,
    baseVersion: seenVersion,
    base: null,
    theirs: { version: row.baseVersion, text: row.base },
  }
}

/** Deletes the post. The caller moves the draft to the discarded drafts. */
export function removeDraft(row: DraftRow): DraftRow | null {
  if (row.baseVersion === null && row.request === null && row.theirs === null) return null
  return { ...row, draft: null, revision: row.revision + 1, isRemoved: true, problem: null }
}

/** Undoes a deletion and restores the server's text. A later response to the deletion's request is ignored. */
export function restoreRemoved(row: DraftRow): DraftRow | null {
  const { baseVersion: version, base: text, baseFacts: facts } = row
  return adopt({ ...row, request: null }, row.theirs ?? { version, text, facts })
}

/**
 * Freezes the request that will be sent.
 * @param text the draft, with images at their server addresses; null if the post is removed
 */
export function freezeDraft(row: DraftRow, requestId: string, text: PostInput | null): DraftRow {
  if (draftState(row) !== 'dirty') throw new RangeError('Only a dirty draft can be frozen')
  const { revision, baseVersion, isRemoved } = row
  return { ...row, request: { id: requestId, revision, baseVersion, text: isRemoved ? null : text } }
}

/**
 * Applies the server's acceptance of the request.
 * @param post the post as the server stored it, without a text if it was removed
 */
export function acceptDraft(row: DraftRow, requestId: string, post: ServerPost): DraftRow | null {
  if (row.request?.id !== requestId) return row
  const isLatest = row.request.revision === row.revision
  const next: DraftRow = {
    ...row,
    baseVersion: post.version,
    base: post.text,
    baseFacts: post.facts,
    request: null,
    draft: isLatest ? null : row.draft,
    isRemoved: isLatest ? false : row.isRemoved,
  }
  if (isNewer(post.version, next.theirs)) {
    // Someone already changed our version: without newer local edits take theirs, otherwise it is a conflict.
    return isLatest ? adopt(next, next.theirs) : next
  }
  return isLatest && next.base === null ? null : { ...next, theirs: null }
}

/** Marks that the server has a different version (412) or no longer has the post (404). An identical text is not a conflict. */
export function markConflict(row: DraftRow, requestId: string, theirs: ServerPost): DraftRow | null {
  if (row.request?.id !== requestId) return row
  const isSame = theirs.version !== null && isSameText(theirs.text, row.request.text)
  return isSame ? acceptDraft(row, requestId, theirs) : { ...row, request: null, theirs }
}

/**
 * Applies a rejection: the server will never accept the request as it is. Edits made since then are sent with the next request.
 * A rejected deletion restores the server's text, with the problem.
 */
export function rejectDraft(row: DraftRow, requestId: string, problem: DraftProblem): DraftRow | null {
  if (row.request?.id !== requestId) return row
  const next = { ...row, request: null }
  if (row.request.revision === row.revision) {
    if (row.request.text !== null) return { ...next, problem }
    const restored = restoreRemoved(row)
    return restored === null ? null : { ...restored, problem }
  }
  // The post was never on the server and has been deleted here.
  return row.isRemoved && row.baseVersion === null && row.theirs === null ? null : next
}

/** Applies a change that was pulled from the server. */
export function pullPost(row: DraftRow, post: ServerPost): DraftRow | null {
  if (!isNewer(row.baseVersion, post)) return row
  if (hasNoLocalChange(row)) return adopt(row, post)
  return row.theirs !== null && !isNewer(row.theirs.version, post) ? row : { ...row, theirs: post }
}

/**
 * The result of one save. `unseen`: nothing is written, because the post has a text that the author has not seen, from another window
 * of this machine or from the server. `stored`: `id` is the post that has the text, a new one for a copy.
 */
export type SaveStep =
  | { kind: 'unseen'; theirs: Omit<TheirText, 'savedAt'>; from: 'window' | 'server' }
  | { kind: 'stored'; id: string; revision: number; change: DraftChange }

/**
 * Determines the result of a save. Runs inside the store's transaction, so that no other window can save between the check and
 * the write.
 * @param stored the stored post; undefined if the post is not stored yet
 * @param copyId the id of the new post that the resolution `copy` makes
 */
export function saveDraft(
  stored: DraftRow | undefined,
  { id, content, basedOn, resolution }: DraftSave,
  copyId: string,
): SaveStep {
  const row = stored ?? newDraftRow(id)
  const { revision, theirs } = row
  if (revision > basedOn.revision) {
    return {
      kind: 'unseen',
      theirs: { version: row.baseVersion, revision, text: shownText(row) },
      from: 'window',
    }
  }
  if (resolution !== undefined && draftState(row) === 'conflict' && theirs !== null) {
    if (theirs.version !== basedOn.version) {
      return { kind: 'unseen', theirs: { ...theirs, revision }, from: 'server' }
    }
    return resolveConflict(content === null ? row : editDraft(row, content), theirs, resolution, copyId)
  }
  // The conflict was with another window, or another window has resolved it.
  if (content === null) return { kind: 'stored', id, revision, change: {} }
  if (resolution === 'theirs') {
    const discarded = [{ postId: id, text: content, reason: 'theirs_taken' as const }]
    return { kind: 'stored', id, revision, change: { discarded } }
  }
  const edited =
    resolution === 'copy' ? editDraft(newDraftRow(copyId), content) : editDraft(row, content, basedOn.version)
  return {
    kind: 'stored',
    id: edited.id,
    revision: edited.revision,
    change: { rows: [{ id: edited.id, row: edited }] },
  }
}

/** Returns the server's response to a stored text; null if there is none yet. @param row the post after the attempt to send it */
export function serverResultOf(
  row: DraftRow | null,
  result: Pick<SaveResult, 'id' | 'revision' | 'isStored'>,
  title: string,
): SaveResult | null {
  if (row === null) return { ...result, kind: 'saved', title, version: null }
  const state = draftState(row)
  const { theirs, problem, baseVersion, ownSince } = row
  if (state === 'clean') {
    // A version of someone else replaces `ownSince` too.
    const version = baseVersion === ownSince ? null : baseVersion
    return { ...result, kind: 'saved', title: shownText(row)?.title ?? title, version }
  }
  if (state === 'conflict' && theirs !== null) {
    const { revision } = result
    return { ...result, kind: 'conflict', theirs: { ...theirs, revision, savedAt: null } }
  }
  if (state === 'blocked' && problem !== null) return { ...result, kind: 'rejected', problem }
  return null
}

/** Resolves a conflict after the author saw both texts. */
function resolveConflict(
  row: DraftRow,
  theirs: ServerPost,
  resolution: Resolution,
  copyId: string,
): SaveStep {
  const { id, draft, revision } = row
  if (resolution === 'mine') {
    const { version: baseVersion, text: base, facts: baseFacts } = theirs
    const isDeletedByBoth = row.isRemoved && base === null
    const mine = { ...row, baseVersion, base, baseFacts, theirs: null, problem: null }
    const rows = [{ id, row: isDeletedByBoth ? null : mine }]
    return { kind: 'stored', id, revision, change: { rows } }
  }
  const rows = [{ id, row: adopt(row, theirs) }]
  if (draft === null) return { kind: 'stored', id, revision, change: { rows } }
  if (resolution === 'theirs') {
    const discarded = [{ postId: id, text: draft, reason: 'theirs_taken' as const }]
    return { kind: 'stored', id, revision, change: { rows, discarded } }
  }
  const copy = editDraft(newDraftRow(copyId), draft)
  return {
    kind: 'stored',
    id: copyId,
    revision: copy.revision,
    change: { rows: [...rows, { id: copyId, row: copy }] },
  }
}

/** Replaces everything local with the server's text; null if the server has none. */
function adopt(row: DraftRow, { version, text, facts }: ServerPost): DraftRow | null {
  if (text === null) return null
  return {
    ...newDraftRow(row.id),
    revision: row.revision,
    baseVersion: version,
    base: text,
    baseFacts: facts,
    ownSince: version,
  }
}

/** Whether the row has nothing that the server does not have, except for a rejected deletion. */
function hasNoLocalChange({ draft, isRemoved, request, theirs }: DraftRow): boolean {
  return draft === null && !isRemoved && request === null && theirs === null
}

/** Whether the server's post is newer than a version. A post that was deleted on the server is newer than any. */
function isNewer(version: number | null, post: ServerPost | null): post is ServerPost {
  if (post === null) return false
  return version === null || post.version === null || post.version > version
}

/** Whether a version is later than another; null counts as earlier than all. */
function isLater(version: number | null, other: number | null): boolean {
  return version !== null && (other === null || version > other)
}

/** Compares texts by their keys and values, regardless of key order. */
function isSameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortKeys) === JSON.stringify(other, sortKeys)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
