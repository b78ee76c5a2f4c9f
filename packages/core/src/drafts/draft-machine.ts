import { draftState, newDraftRow, type DraftProblem, type DraftRow, type ServerPost } from './draft-row.ts'

/**
 * The steps of a draft: pure, without clock, network or storage. Each answers the row as it is next, null where nothing is
 * left of it; the same row says that nothing changed. An answer counts only for the request that is on its way.
 */

/**
 * The author saved a text.
 * @param seenVersion the version that the author began with. Where a pull took somebody else's newer one over meanwhile,
 * both must be compared: nobody writes over what was not seen.
 */
export function editDraft<Text>(
  row: DraftRow<Text>,
  text: Text,
  seenVersion: number | null = row.baseVersion,
): DraftRow<Text> {
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

/** The author deleted the post. The caller keeps the draft in the bin. */
export function removeDraft<Text>(row: DraftRow<Text>): DraftRow<Text> | null {
  if (row.baseVersion === null && row.request === null && row.theirs === null) return null
  return { ...row, draft: null, revision: row.revision + 1, isRemoved: true, problem: null }
}

/**
 * Fixes the request that will be sent.
 * @param text what it carries: the draft, with its images at their addresses; null where the post is removed
 */
export function freezeDraft<Text>(row: DraftRow<Text>, requestId: string, text: Text | null): DraftRow<Text> {
  if (draftState(row) !== 'dirty') throw new RangeError('Only a dirty draft can be frozen')
  const { revision, baseVersion, isRemoved } = row
  const kind = isRemoved ? 'remove' : baseVersion === null ? 'create' : 'change'
  return { ...row, request: { id: requestId, kind, revision, baseVersion, text: isRemoved ? null : text } }
}

/** The server took the request. @param post what it has now: its own version of the text, or none where it was removed */
export function acceptDraft<Text>(
  row: DraftRow<Text>,
  requestId: string,
  post: ServerPost<Text>,
): DraftRow<Text> | null {
  if (row.request?.id !== requestId) return row
  const isSettled = row.request.revision === row.revision
  const next: DraftRow<Text> = {
    ...row,
    baseVersion: post.version,
    base: post.text,
    request: null,
    draft: isSettled ? null : row.draft,
    isRemoved: isSettled ? false : row.isRemoved,
  }
  if (isNewer(post.version, next.theirs)) {
    // Somebody went on from our version already: whoever has nothing more to say takes theirs, the others must compare.
    return isSettled ? adopt(next, next.theirs) : next
  }
  const settled = { ...next, theirs: null }
  return isSettled && settled.base === null ? null : settled
}

/** The server has another version (412), or none any more (404). Where it has the very same text, nothing is in dispute. */
export function refuseDraft<Text>(
  row: DraftRow<Text>,
  requestId: string,
  theirs: ServerPost<Text>,
): DraftRow<Text> | null {
  if (row.request?.id !== requestId) return row
  const isSame = theirs.version !== null && sameText(theirs.text, row.request.text)
  return isSame ? acceptDraft(row, requestId, theirs) : { ...row, request: null, theirs }
}

/** The server will never take the request as it is. What its author wrote or deleted since is not the server's matter yet. */
export function rejectDraft<Text>(
  row: DraftRow<Text>,
  requestId: string,
  problem: DraftProblem,
): DraftRow<Text> | null {
  if (row.request?.id !== requestId) return row
  const next = { ...row, request: null }
  if (row.request.revision === row.revision) return { ...next, problem }
  // Never on the server, and deleted by now: nothing is left of it.
  return row.isRemoved && row.baseVersion === null && row.theirs === null ? null : next
}

/** What the server told of a post that changed there. */
export function pullPost<Text>(row: DraftRow<Text>, post: ServerPost<Text>): DraftRow<Text> | null {
  if (!isNewer(row.baseVersion, post)) return row
  if (draftState(row) === 'clean') return adopt(row, post)
  return row.theirs !== null && !isNewer(row.theirs.version, post) ? row : { ...row, theirs: post }
}

/** How an author ends a conflict. */
export type Resolution = 'mine' | 'theirs' | 'copy'

/** What becomes of a conflict: the row, the author's text as a post of its own, and what belongs in the bin. */
interface Resolved<Text> {
  row: DraftRow<Text> | null
  copy: DraftRow<Text> | null
  binned: Text | null
}

/** Ends a conflict; both texts were seen. @param copyId the id of the new post that `copy` makes */
export function resolveDraft<Text>(row: DraftRow<Text>, how: Resolution, copyId: string): Resolved<Text> {
  const { theirs } = row
  if (draftState(row) !== 'conflict' || theirs === null)
    throw new RangeError('Only a conflict can be resolved')
  if (how === 'mine') {
    const mine = { ...row, baseVersion: theirs.version, base: theirs.text, theirs: null, problem: null }
    // Both wanted it gone, and it is.
    const isGone = row.isRemoved && theirs.text === null
    return { row: isGone ? null : mine, copy: null, binned: null }
  }
  const copy = how === 'copy' && row.draft !== null ? editDraft(newDraftRow<Text>(copyId), row.draft) : null
  return { row: adopt(row, theirs), copy, binned: how === 'theirs' ? row.draft : null }
}

/** Takes the server's text in place of everything that was here; null where the server has none. */
function adopt<Text>(row: DraftRow<Text>, { version, text }: ServerPost<Text>): DraftRow<Text> | null {
  if (text === null) return null
  return {
    ...newDraftRow<Text>(row.id),
    revision: row.revision,
    baseVersion: version,
    base: text,
    ownSince: version,
  }
}

/** Whether the server's post is newer than a version. One that the server has lost is newer than any. */
function isNewer<Text>(version: number | null, post: ServerPost<Text> | null): post is ServerPost<Text> {
  if (post === null) return false
  return version === null || post.version === null || post.version > version
}

/** Whether one version came after another; null is before all of them. */
function isLater(version: number | null, other: number | null): boolean {
  return version !== null && (other === null || version > other)
}

/** Two texts are the same where they say the same under the same names; the order of names does not matter. */
function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortedKeys) === JSON.stringify(other, sortedKeys)
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
