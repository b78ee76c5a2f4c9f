import type { DraftDesk, DraftStatus } from '@priormark/core/drafts/draft-desk'
import { readDraft } from '../../drafts/known-posts.ts'
import { theirsOf } from './desk-start.ts'
import { submissionOf } from './post-form.ts'
import type { PostSaving, SaveOutcome, TheirPost } from './save-post.ts'

/** How long a save waits for the server before sending is left to the machine, in milliseconds. */
const patienceMs = 20_000

/** What became of giving up one's own text: it is in the bin, theirs is another by now, or nothing was in dispute. */
export type GivenUp = { kind: 'binned' } | { kind: 'moved'; theirs: TheirPost } | { kind: 'settled already' }

/**
 * Saves a form on this machine, and sends it where the server can be reached. Whatever comes of that, the text is kept.
 */
export async function saveDraft(drafts: DraftDesk, saving: PostSaving): Promise<SaveOutcome> {
  const { id, version, form, conflict } = saving
  if (conflict !== undefined) {
    const view = await drafts.read(conflict.id)
    if (view?.state === 'conflict') {
      const theirs = theirsOf(view.theirs)
      // Nobody decides upon a text that was not shown.
      if (theirs !== null && theirs.version !== conflict.seenVersion)
        return { kind: 'conflict', theirs, isKept: false }
      await drafts.save({ id: conflict.id, text: submissionOf(form), seenVersion: view.baseVersion })
      const { id: postId, how, seenVersion } = conflict
      const copyId = await drafts.resolve({ id: postId, how, seenVersion })
      return copyId === null ? sent(drafts, conflict.id, saving) : sentCopy(drafts, copyId, saving)
    }
  }
  await drafts.save({ id, text: submissionOf(form), seenVersion: version })
  return sent(drafts, id, saving)
}

/** Puts one's own text into the bin and takes theirs. */
export async function giveUpDraft(
  drafts: DraftDesk,
  { id, form }: Pick<PostSaving, 'id' | 'form'>,
  seenVersion: number | null,
): Promise<GivenUp> {
  const view = await readDraft(drafts, id)
  const theirs = view?.state === 'conflict' ? theirsOf(view.theirs) : null
  if (view === null || theirs === null) return { kind: 'settled already' }
  if (theirs.version !== seenVersion) return { kind: 'moved', theirs }
  await drafts.save({ id, text: submissionOf(form), seenVersion: view.baseVersion })
  await drafts.resolve({ id, how: 'theirs', seenVersion })
  // They may have saved between the look and the decision.
  const after = await drafts.read(id)
  const newer = after?.state === 'conflict' ? theirsOf(after.theirs) : null
  return newer === null ? { kind: 'binned' } : { kind: 'moved', theirs: newer }
}

/** How a removal ended, where it was made through the drafts of this machine. */
export type RemovalOutcome = 'removed' | 'waiting' | 'logged out' | 'conflict'

/** Deletes a post on this machine, and on the server where it can be reached. */
export async function removeDraftOf(drafts: DraftDesk, id: string): Promise<RemovalOutcome> {
  await drafts.remove(id)
  const status = await roundOf(drafts)
  const view = await drafts.read(id)
  if (view === null || view.state === 'clean') return 'removed'
  if (view.state === 'conflict') return 'conflict'
  return status?.connection === 'unauthenticated' ? 'logged out' : 'waiting'
}

async function sent(drafts: DraftDesk, id: string, { form }: PostSaving): Promise<SaveOutcome> {
  const status = await roundOf(drafts)
  const view = await drafts.read(id)
  if (view === null || view.state === 'clean')
    return { kind: 'saved', title: view?.text?.title ?? form.title }
  const theirs = theirsOf(view.theirs)
  if (view.state === 'conflict' && theirs !== null) return { kind: 'conflict', theirs, isKept: true }
  if (view.state === 'blocked' && view.problem !== null) {
    const { fields, sentence, freeSlug } = view.problem
    return { kind: 'refused', fields, sentence: sentence ?? undefined, freeSlug, isKept: true }
  }
  return { kind: 'kept', isLoggedOut: status?.connection === 'unauthenticated' }
}

/** A copy whose name is taken gets a free one; what else is wrong with it can be seen in the list of drafts. */
async function sentCopy(drafts: DraftDesk, id: string, saving: PostSaving): Promise<SaveOutcome> {
  const outcome = await sent(drafts, id, saving)
  if (outcome.kind !== 'refused') return outcome
  if (outcome.freeSlug === null) return { kind: 'kept', isLoggedOut: false }
  const text = { ...submissionOf(saving.form), slug: outcome.freeSlug }
  await drafts.save({ id, text, seenVersion: null })
  const again = await sent(drafts, id, saving)
  return again.kind === 'refused' ? { kind: 'kept', isLoggedOut: false } : again
}

/** A round, and how it went; null where it takes too long or could not be made: the machine goes on by itself. */
async function roundOf(drafts: DraftDesk): Promise<DraftStatus | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    return await Promise.race([drafts.sync(), tooLong])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
