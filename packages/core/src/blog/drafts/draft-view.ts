import type { PostInput } from '../post-input.ts'
import { maxBlogImageBytes, maxFileSizeMessage } from '../../platform/limits.ts'
import { postState } from '../post.ts'
import type { DraftCard, DraftView } from './draft-service.ts'
import { draftState, shownText, type DraftRow } from './draft-row.ts'

/** Converts a row for screens. @param changedAt when it last changed on this machine, ISO 8601 */
export function viewOfDraft(row: DraftRow<PostInput>, changedAt: string): DraftView {
  const { id, isRemoved, revision, baseVersion, theirs, problem } = row
  return {
    id,
    state: draftState(row),
    hasDraft: row.draft !== null,
    isRemoved,
    revision,
    text: shownText(row),
    baseVersion,
    createdBy: row.baseFacts?.createdBy ?? null,
    theirs: theirs === null ? null : { version: theirs.version, text: theirs.text },
    problem,
    changedAt,
  }
}

/** Converts a row for lists. @param changedAt when it last changed on this machine, ISO 8601 */
export function cardOfDraft(row: DraftRow<PostInput>, changedAt: string): DraftCard {
  const text = shownText(row) ?? row.base
  return {
    id: row.id,
    title: text?.title ?? '',
    status: text === null ? 'draft' : postState(text),
    state: draftState(row),
    hasDraft: row.draft !== null,
    isNew: row.baseVersion === null,
    changedAt,
    isRemoved: row.isRemoved,
    scheduledAt: text?.scheduledAt ?? null,
    publishedAt: row.baseFacts?.publishedAt ?? null,
    updatedAt: row.baseFacts?.updatedAt ?? null,
    createdBy: row.baseFacts?.createdBy ?? null,
  }
}

/** Types that an image may claim before the server has decoded it. */
const imageTypes = /^image\/(?:png|jpeg|webp|gif|avif)$/

/** @throws RangeError with a message for the author, if this cannot be an image of a post */
export function expectDraftImage({ bytes, type }: { bytes: Uint8Array; type: string }): void {
  if (!imageTypes.test(type)) throw new RangeError('Only image files are allowed')
  if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeMessage(maxBlogImageBytes))
}
