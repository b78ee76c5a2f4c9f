import type { PostInput } from '../blog/post-input.ts'
import { maxBlogImageBytes, maxFileSizeSentence } from '../limits.ts'
import type { DraftView } from './draft-service.ts'
import { draftState, shownText, type DraftRow } from './draft-row.ts'

/** Converts a row for screens. @param touchedAt when it last changed on this machine, ISO 8601 */
export function viewOfDraft(row: DraftRow<PostInput>, touchedAt: string): DraftView {
  const { id, isRemoved, revision, baseVersion, theirs, problem } = row
  const text = shownText(row)
  return { id, state: draftState(row), isRemoved, revision, text, baseVersion, theirs, problem, touchedAt }
}

/** Types that an image may claim before the server has decoded it. */
const imageTypes = /^image\/(?:png|jpeg|webp|gif|avif)$/

/** @throws RangeError with a message for the author, if this cannot be an image of a post */
export function expectDraftImage({ bytes, type }: { bytes: Uint8Array; type: string }): void {
  if (!imageTypes.test(type)) throw new RangeError('Only image files are allowed')
  if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeSentence(maxBlogImageBytes))
}
