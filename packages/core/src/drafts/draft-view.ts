import type { PostInput } from '../blog/post-input.ts'
import { maxBlogImageBytes, maxFileSizeSentence } from '../limits.ts'
import type { DraftView } from './draft-service.ts'
import { draftState, shownText, type DraftRow } from './draft-row.ts'

/** A post as screens see it. @param touchedAt when it was last touched on this machine, ISO 8601 */
export function viewOfDraft(row: DraftRow<PostInput>, touchedAt: string): DraftView {
  const { id, isRemoved, revision, baseVersion, theirs, problem } = row
  const text = shownText(row)
  return { id, state: draftState(row), isRemoved, revision, text, baseVersion, theirs, problem, touchedAt }
}

/** What an image may be before the server has looked into it (SPEC.md section 5). */
const imageTypes = /^image\/(?:png|jpeg|webp|gif|avif)$/

/** Throws a RangeError, whose message a person can read, for what can be no image of a post. */
export function expectDraftImage({ bytes, type }: { bytes: Uint8Array; type: string }): void {
  if (!imageTypes.test(type)) throw new RangeError('Only image files are allowed')
  if (bytes.byteLength > maxBlogImageBytes) throw new RangeError(maxFileSizeSentence(maxBlogImageBytes))
}
