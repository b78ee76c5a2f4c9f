import { editDraft, resolveDraft, type Resolution } from './draft-machine.ts'
import type { DraftChange } from './draft-ports.ts'
import { draftState, newDraftRow, shownText, type DraftRow } from './draft-row.ts'

/** The version and revision that the author saw when they started to write, or when they resolved a conflict. */
export interface DraftBasis {
  /** The server's version of the text; null for a post that is not on the server. */
  version: number | null
  /** The number of edits of the post on this machine. */
  revision: number
}

/** A text to be stored and sent to the server. */
export interface DraftSave<Text> {
  id: string
  /** Null resolves a conflict over a post that its author deleted. */
  content: Text | null
  basedOn: DraftBasis
  /** Resolves a conflict: `basedOn` is then the other text as it was shown. */
  resolution?: Resolution
}

/** The other text of a conflict. */
export interface OtherText<Text> extends DraftBasis {
  /** Null if the post was deleted. */
  text: Text | null
  /** Whether another window of this machine saved it, or the server has it. */
  from: 'window' | 'server'
}

/**
 * The result of one save. `unseen`: nothing is written, because the post has a text that the author has not seen.
 * `stored`: `id` is the post that has the text, a new one for a copy.
 */
export type SaveStep<Text> =
  | { kind: 'unseen'; theirs: OtherText<Text> }
  | { kind: 'stored'; id: string; revision: number; change: DraftChange<Text> }

/**
 * Decides one save. Runs inside the store's transaction, so that no other window can save between the check and the
 * write.
 * @param found the stored post
 * @param copyId the id of the new post that the resolution `copy` makes
 */
export function saveDraft<Text>(
  found: DraftRow<Text> | undefined,
  { id, content, basedOn, resolution }: DraftSave<Text>,
  copyId: string,
): SaveStep<Text> {
  const row = found ?? newDraftRow<Text>(id)
  if (row.revision > basedOn.revision) return { kind: 'unseen', theirs: textOfOtherWindow(row) }
  if (resolution !== undefined && draftState(row) === 'conflict' && row.theirs !== null) {
    const { revision, theirs } = row
    if (theirs.version !== basedOn.version) {
      return { kind: 'unseen', theirs: { ...theirs, revision, from: 'server' } }
    }
    const mine = content === null ? row : editDraft(row, content)
    const { row: next, copy, discarded } = resolveDraft(mine, resolution, copyId)
    return {
      kind: 'stored',
      id: copy?.id ?? id,
      revision: (copy ?? mine).revision,
      change: {
        rows: [{ id, row: next }, ...(copy === null ? [] : [{ id: copyId, row: copy }])],
        discarded: discarded === null ? [] : [{ postId: id, text: discarded, why: 'theirs_taken' }],
      },
    }
  }
  // The conflict was with another window, or another window has ended it.
  if (content === null) return { kind: 'stored', id, revision: row.revision, change: {} }
  if (resolution === 'theirs') {
    const discarded = [{ postId: id, text: content, why: 'theirs_taken' as const }]
    return { kind: 'stored', id, revision: row.revision, change: { discarded } }
  }
  const edited =
    resolution === 'copy'
      ? editDraft(newDraftRow<Text>(copyId), content)
      : editDraft(row, content, basedOn.version)
  return {
    kind: 'stored',
    id: edited.id,
    revision: edited.revision,
    change: { rows: [{ id: edited.id, row: edited }] },
  }
}

function textOfOtherWindow<Text>(row: DraftRow<Text>): OtherText<Text> {
  return { version: row.baseVersion, revision: row.revision, text: shownText(row), from: 'window' }
}
