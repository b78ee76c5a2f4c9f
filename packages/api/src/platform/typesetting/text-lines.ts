import type { SetGrapheme } from './text-runs.ts'

/** Returns the width of a piece of a line, in points. */
type Measure = (line: readonly SetGrapheme[]) => number

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Breaks a text into lines of limited width: between words, at word boundaries in scripts without spaces, and anywhere
 * within a word that is too wide. Lines neither begin nor end with a space.
 */
export function breakLines(
  graphemes: readonly SetGrapheme[],
  width: number,
  measure: Measure,
): SetGrapheme[][] {
  const lines: SetGrapheme[][] = []
  let line: SetGrapheme[] = []
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

/** Limits the number of lines. The last one ends with an ellipsis if anything was cut. */
export function limitLines(
  lines: readonly SetGrapheme[][],
  maxLines: number,
  width: number,
  measure: Measure,
  ellipsis: readonly SetGrapheme[],
): SetGrapheme[][] {
  if (lines.length <= maxLines) return [...lines]
  const shown = lines.slice(0, maxLines)
  const last = [...(shown.pop() ?? [])]
  const level = last.at(-1)?.level ?? 0
  const dots = ellipsis.map((grapheme) => ({ ...grapheme, level }))
  while (last.length > 0 && measure([...last, ...dots]) > width) last.pop()
  return [...shown, [...last, ...dots]]
}

/** Splits a text where a line may end. Spaces and closing punctuation stay with the preceding piece. */
function splitWords(graphemes: readonly SetGrapheme[]): SetGrapheme[][] {
  const text = graphemes.map((grapheme) => grapheme.text).join('')
  const breaks = new Set<number>()
  let previous = ''
  for (const { segment, index, isWordLike } of words.segment(text)) {
    const afterSpace = /\s$/u.test(previous)
    const joinsUnspaced = isWordLike === true && (unspaced.test(segment) || unspaced.test(previous))
    if (!/^\s/u.test(segment) && (afterSpace || joinsUnspaced)) breaks.add(index)
    previous = segment
  }
  const pieces: SetGrapheme[][] = []
  let offset = 0
  for (const grapheme of graphemes) {
    const last = pieces.at(-1)
    if (last === undefined || breaks.has(offset)) pieces.push([grapheme])
    else last.push(grapheme)
    offset += grapheme.text.length
  }
  return pieces
}

function trimLine(line: readonly SetGrapheme[]): SetGrapheme[] {
  const isText = ({ text }: SetGrapheme) => text.trim() !== ''
  return line.slice(Math.max(0, line.findIndex(isText)), line.findLastIndex(isText) + 1)
}
