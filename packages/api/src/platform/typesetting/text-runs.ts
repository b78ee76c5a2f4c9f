import bidiFactory from 'bidi-js/dist/bidi.mjs'
import {
  displayFamily,
  familiesFor,
  familiesForEmoji,
  findSlice,
  isEmoji,
  monoFamily,
  serifFamily,
  type FontFamily,
  type FontSlice,
} from './font-slices.ts'

/** The style of a text: body, emphasized, digests, or headings. */
export type TextStyle = 'text' | 'strong' | 'mono' | 'display'

/** A text with its style. */
export interface StyledText {
  text: string
  style: TextStyle
}

/** A grapheme and the font slice that it is drawn with. */
export interface FontGrapheme {
  text: string
  slice: FontSlice
  /** The level in the bidirectional algorithm: odd levels run right to left. */
  level: number
}

/** A text with a font slice for each grapheme, in logical order. */
export interface FontText {
  graphemes: FontGrapheme[]
  /** Whether the base direction is right to left. */
  isRightToLeft: boolean
}

/** Drawn in place of characters that no font has. */
const missingGlyph = '□'

const bidi = bidiFactory()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Prepares a text for one line: removes breaks, control characters, and invisible direction marks, which could make one
 * name look like another. Keeps joiners, because some scripts need them, and the isolates around names.
 */
export function drawableText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(?!\p{Join_Control}|[\u2068\u2069\u{E0020}-\u{E007F}])\p{Cf}/gu, '')
    .trim()
}

/** Assigns font slices and directions. A character that no font has becomes a box. */
export async function typesetText(text: string, style: TextStyle): Promise<FontText> {
  const drawable = drawableText(text)
  const embedding = bidi.getEmbeddingLevels(drawable)
  const families = [familiesByStyle[style], ...familiesFor(drawable)]
  const graphemes: FontGrapheme[] = []
  for (const { segment, index } of segmenter.segment(drawable)) {
    // Isolates affect only the levels, and are not drawn.
    if (/^[\u2068\u2069]$/u.test(segment)) continue
    const level = embedding.levels[index] ?? 0
    graphemes.push(...(await typesetGrapheme(segment, families)).map((part) => ({ ...part, level })))
  }
  return { graphemes, isRightToLeft: ((embedding.paragraphs[0]?.level ?? 0) & 1) === 1 }
}

/** The typefaces of the site, which are tried first. */
const familiesByStyle: Record<TextStyle, FontFamily> = {
  text: serifFamily,
  strong: displayFamily,
  mono: monoFamily,
  display: displayFamily,
}

/** Uses one slice for the whole grapheme if possible, else one per character. */
async function typesetGrapheme(
  text: string,
  families: readonly FontFamily[],
): Promise<Pick<FontGrapheme, 'text' | 'slice'>[]> {
  const candidates = isEmoji(text) ? familiesForEmoji() : families
  for (const form of [text, withoutInvisible(text)]) {
    const slice = await findSlice(form, candidates)
    if (slice !== null && form !== '') return [{ text: form, slice }]
  }
  const characters = Array.from(withoutInvisible(text))
  if (characters.length > 1) {
    return (await Promise.all(characters.map((character) => typesetGrapheme(character, candidates)))).flat()
  }
  const missingGlyphSlice = await findSlice(missingGlyph, families)
  if (missingGlyphSlice === null) throw new Error('No font of the certificate has a box')
  return [{ text: missingGlyph, slice: missingGlyphSlice }]
}

/** Removes code points that are not visible on their own: joiners, variation selectors, tags. */
function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** A piece of a line that is drawn at once, with one slice in one direction. */
export interface TextRun {
  /** In the order that the font's shaping expects. */
  text: string
  slice: FontSlice
}

/** Returns the runs of one line, in visual order from left to right. */
export function visualRuns(line: readonly FontGrapheme[]): TextRun[] {
  const runs: FontGrapheme[][] = []
  for (const grapheme of line) {
    const last = runs.at(-1)
    const [first] = last ?? []
    if (last && first?.slice === grapheme.slice && first.level === grapheme.level) last.push(grapheme)
    else runs.push([grapheme])
  }
  return reorder(runs).map((run) => ({ text: runText(run), slice: sliceOf(run) }))
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverse every sequence of that level or higher. */
function reorder(runs: readonly FontGrapheme[][]): FontGrapheme[][] {
  const ordered = [...runs]
  const levels = runs.map((run) => run[0]?.level ?? 0)
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && (ordered[end]?.[0]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}

/** Shaping reverses a run of a right-to-left script automatically, but not a run of only punctuation. */
function runText(run: readonly FontGrapheme[]): string {
  if (((run[0]?.level ?? 0) & 1) === 0) return run.map(({ text }) => text).join('')
  const mirrored = run.map(({ text }) => bidi.getMirroredCharacter(text) ?? text)
  const isReversedByShaping = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(mirrored.join(''))
  return (isReversedByShaping ? mirrored : mirrored.toReversed()).join('')
}

function sliceOf([first]: readonly FontGrapheme[]): FontSlice {
  if (first === undefined) throw new RangeError('A run has at least one character')
  return first.slice
}
