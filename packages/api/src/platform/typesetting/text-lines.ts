import type { FontGrapheme } from './text-runs.ts'

/** Returns the width of a piece of a line, in points. */
type Measure = (line: readonly FontGrapheme[]) => number

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts without spaces between words. */
const scriptsWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Breaks a text into lines of limited width: between words, at word boundaries in scripts without spaces, and anywhere
 * within a word that is too wide. Lines neither begin nor end with a space.
 */
export function breakLines(
  graphemes: readonly FontGrapheme[],
  width: number,
  measure: Measure,
): FontGrapheme[][] {
  const lines: FontGrapheme[][] = []
  let line: FontGrapheme[] = []
  for (const word of splitWords(graphemes)) {
    if (measure(trimLine([...line, ...word])) <= width) {
      line.push(...word)
      continue
    }
    if (line.length > 0) lines.push(line)
    line = []
    for (const grapheme of word) {
      if (line.length > 0 && measure(trimLine([...line, grapheme])) > width) {
        lines.push(line)
        line = []
      }
      line.push(grapheme)
    }
  }
  return [...lines, line].map(trimLine).filter(({ length }) => length > 0)
}

/** The line height, as a multiple of the font size. */
export const leading = 1.3

/** Breaks a text into lines at the largest of the sizes that fits. At the last size, an ellipsis replaces what does not fit. */
export function fitText(
  graphemes: readonly FontGrapheme[],
  { width, height, sizes }: { width: number; height: number; sizes: readonly number[] },
  measureAt: (size: number) => Measure,
  ellipsis: readonly FontGrapheme[],
): { size: number; lines: FontGrapheme[][] } {
  const linesAt = (size: number) => breakLines(graphemes, width, measureAt(size))
  const fits = (size: number) => linesAt(size).length * size * leading <= height
  const size = sizes.find(fits) ?? sizes.at(-1) ?? 0
  const maxLines = Math.max(1, Math.floor(height / (size * leading)))
  return { size, lines: limitLines(linesAt(size), maxLines, width, measureAt(size), ellipsis) }
}

/** Limits the number of lines. The last one ends with an ellipsis if anything was cut. */
function limitLines(
  lines: readonly FontGrapheme[][],
  maxLines: number,
  width: number,
  measure: Measure,
  ellipsis: readonly FontGrapheme[],
): FontGrapheme[][] {
  if (lines.length <= maxLines) return [...lines]
  const shownLines = lines.slice(0, maxLines)
  const lastLine = [...(shownLines.pop() ?? [])]
  const level = lastLine.at(-1)?.level ?? 0
  const dots = ellipsis.map((grapheme) => ({ ...grapheme, level }))
  while (lastLine.length > 0 && measure([...lastLine, ...dots]) > width) lastLine.pop()
  return [...shownLines, [...lastLine, ...dots]]
}

/** Splits a text where a line may end. Spaces and closing punctuation stay with the preceding piece. */
function splitWords(graphemes: readonly FontGrapheme[]): FontGrapheme[][] {
  const text = graphemes.map((grapheme) => grapheme.text).join('')
  const breaks = new Set<number>()
  let previous = ''
  for (const { segment, index, isWordLike } of wordSegmenter.segment(text)) {
    const isAfterSpace = /\s$/u.test(previous)
    const isWordWithoutSpaces =
      isWordLike === true && (scriptsWithoutSpaces.test(segment) || scriptsWithoutSpaces.test(previous))
    if (!/^\s/u.test(segment) && (isAfterSpace || isWordWithoutSpaces)) breaks.add(index)
    previous = segment
  }
  const pieces: FontGrapheme[][] = []
  let offset = 0
  for (const grapheme of graphemes) {
    const lastPiece = pieces.at(-1)
    if (lastPiece === undefined || breaks.has(offset)) pieces.push([grapheme])
    else lastPiece.push(grapheme)
    offset += grapheme.text.length
  }
  return pieces
}

function trimLine(line: readonly FontGrapheme[]): FontGrapheme[] {
  const isText = ({ text }: FontGrapheme) => text.trim() !== ''
  return line.slice(Math.max(0, line.findIndex(isText)), line.findLastIndex(isText) + 1)
}
