import type { SetGrapheme } from './text-runs.ts'

/** How wide a piece of a line is, in points. */
export type Measure = (line: readonly SetGrapheme[]) => number

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Breaks a text into lines of at most a width: between words, in scripts without spaces where a word ends, and anywhere
 * where one word alone is too wide. No line begins or ends with a space.
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

/** At most so many lines: the last one ends with an ellipsis where something was left out. */
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

/** Pieces between which a line may end; spaces and closing signs stay with what is before them. */
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
