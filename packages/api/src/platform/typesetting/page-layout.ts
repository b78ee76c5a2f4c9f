import type { StyledText } from './text-runs.ts'
import type { TextPlace } from './typesetter.ts'

/** The palette of the site (packages/site/src/ui/tokens.css). */
export const ink = '#15140F'
export const inkSoft = '#57534A'
export const rule = '#DDD6C8'

/** The left and right edges of the text on A4, and the width between them, in points. */
export const left = 56
export const right = 539.28
export const width = right - left

/** A text with its role in the structure of the page. */
export interface PlacedText extends StyledText {
  kind: 'text'
  tag: 'P' | 'H1' | 'H2' | 'Code'
  /** If the text is aligned to the right, `x` is its right end. */
  place: TextPlace
  isRightAligned?: boolean
  /** The address that a click opens. */
  link?: string
}
