import type { DraftDesk, DraftView } from '@priormark/core/drafts/draft-desk'
import type { DeskStart } from './desk-start.ts'
import type { DeskPorts } from './desk-state.ts'
import { readDraft } from '../../drafts/known-posts.ts'
import { giveUpDraft, saveDraft, type GivenUp } from './save-draft.ts'
import type { PostSaving, SaveOutcome, TheirPost } from './save-post.ts'

/** A text that somebody had before their eyes: the server's version, and how often this machine had edited it. */
interface Seen {
  version: number | null
  revision: number
}

/** Nothing that was edited on this machine was seen. */
const nothingSeen = -1

/** What an editor does through the drafts of its machine. */
export type DraftSaver = Pick<Required<DeskPorts>, 'giveUp'> & {
  save(saving: PostSaving): Promise<SaveOutcome>
}

/**
 * Saving of one opened editor through the drafts of this machine. Another window of it may edit the same post meanwhile:
 * the machine holds both for one author, so it is here that nobody writes over what was not seen.
 * @param start what the editor was opened with; null for a new post
 */
export function createDraftSaver(
  drafts: DraftDesk,
  start: Pick<DeskStart, 'version' | 'revision' | 'theirs'> | null,
): DraftSaver {
  let seen: Seen = { version: start?.version ?? null, revision: start?.revision ?? 0 }
  let shown: Seen | null = start?.theirs ? { ...seen, version: start.theirs.version } : null

  /** What another window made of the post, which is shown from now on; null where `basis` has it all. */
  function editedElsewhere(view: DraftView | null, basis: Seen | null, version: number | null) {
    // A text that began with another version is a copy that was left behind.
    const revision = basis?.version === version ? basis.revision : nothingSeen
    return view !== null && view.revision > revision ? show(view) : null
  }

  function show({ baseVersion: version, revision, text, touchedAt }: DraftView): TheirPost {
    shown = { version, revision }
    return { form: text, version, savedAt: touchedAt }
  }

  async function revisionOf(id: string): Promise<number> {
    return (await readDraft(drafts, id))?.revision ?? 0
  }

  async function save(saving: PostSaving): Promise<SaveOutcome> {
    const { id, version, conflict } = saving
    const view = await drafts.read(conflict?.id ?? id)
    const other =
      conflict === undefined
        ? editedElsewhere(view, seen, version)
        : editedElsewhere(view, shown, conflict.seenVersion)
    if (other !== null) return { kind: 'conflict', theirs: other, isKept: false }
    const outcome = await saveDraft(drafts, saving)
    const revision = await revisionOf(conflict?.id ?? id)
    if (outcome.kind === 'conflict') shown = { version: outcome.theirs.version, revision }
    if ((outcome.kind === 'conflict' || outcome.kind === 'refused') && outcome.isKept) {
      seen = { version: conflict?.how === 'copy' ? seen.version : version, revision }
    }
    return outcome
  }

  async function giveUp(mine: PostSaving, seenVersion: number | null): Promise<GivenUp> {
    const other = editedElsewhere(await readDraft(drafts, mine.id), shown, seenVersion)
    if (other !== null) return { kind: 'moved', theirs: other }
    const given = await giveUpDraft(drafts, mine, seenVersion)
    const revision = await revisionOf(mine.id)
    if (given.kind === 'moved') shown = { version: given.theirs.version, revision }
    else seen = { version: seenVersion, revision }
    return given
  }

  return { save, giveUp }
}
