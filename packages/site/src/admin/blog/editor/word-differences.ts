import { htmlTokens } from '@priormark/core/platform/html-tokens'

/** Texts that differ in more blocks or words are not compared further: they have too little in common. */
const maxEdits = 1_000

/** Returns the second of two HTML texts with the words that it adds in `ins`. */
export function markAdditions(before: string, after: string): string {
  const current = piecesOf(after)
  return render(current, alignPieces(piecesOf(before), current).added, new Map())
}

/** Returns the second of two HTML texts with the words that it adds in `ins`, and those that it lacks in `del`. */
export function mergeDifferences(before: string, after: string): string {
  const [old, current] = [piecesOf(before), piecesOf(after)]
  const { removed, added } = alignPieces(old, current)
  return render(current, added, deletionsIn(old, removed))
}

function render(
  current: readonly Piece[],
  added: readonly boolean[],
  deletions: ReadonlyMap<number, Deletion>,
): string {
  const runs = runsIn(current, added)
  let wordCount = 0
  let commonCount = 0
  let html = ''
  for (const [position, piece] of current.entries()) {
    const isCommon = piece.kind === 'word' && added[wordCount] === false
    if (piece.kind === 'word') wordCount += 1
    if (isCommon) html += deletions.get(commonCount)?.before ?? ''
    if (runs.starts.has(position)) html += '<ins>'
    html += piece.html
    if (runs.ends.has(position)) html += '</ins>'
    if (isCommon) commonCount += 1
    if (isCommon) html += deletions.get(commonCount)?.after ?? ''
  }
  const rest = deletions.get(commonCount)?.before ?? ''
  return rest === '' ? html : `${html}<p>${rest.trimEnd()}</p>`
}

/** Returns a plain text as HTML, to compare it. */
export function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Whether two HTML texts have the same words and images. They may still differ in their formatting. */
export function hasSameWords(one: string, other: string): boolean {
  const keysOf = (html: string) =>
    piecesOf(html)
      .filter(({ kind }) => kind === 'word')
      .map(({ key }) => key)
  return keysOf(one).join(' ') === keysOf(other).join(' ')
}

/** For each word of two texts, whether the other lacks it. The other words are the same in both, in the same order. */
interface Alignment {
  removed: boolean[]
  added: boolean[]
}

/** Aligns whole blocks first, and words only between equal blocks, because long texts differ in few blocks. */
function alignPieces(before: readonly Piece[], after: readonly Piece[]): Alignment {
  const [old, current] = [blocksOf(before), blocksOf(after)]
  const keys = (blocks: readonly Block[]) => blocks.map(({ key }) => key)
  const pairs = commonPairs(keys(old), keys(current), maxEdits) ?? []
  const flags = (blocks: readonly Block[]) => blocks.flatMap(({ words }) => words.map(() => true))
  const alignment = { removed: flags(old), added: flags(current) }
  let [oldStart, newStart] = [0, 0]
  for (const [oldEnd, newEnd] of [...pairs, [old.length, current.length] as const]) {
    unmarkCommonWords(alignment, old.slice(oldStart, oldEnd), current.slice(newStart, newEnd))
    unmarkCommonWords(alignment, old.slice(oldEnd, oldEnd + 1), current.slice(newEnd, newEnd + 1))
    ;[oldStart, newStart] = [oldEnd + 1, newEnd + 1]
  }
  return alignment
}

function unmarkCommonWords({ removed, added }: Alignment, old: readonly Block[], current: readonly Block[]) {
  const words = (blocks: readonly Block[]) => blocks.flatMap((block) => block.words)
  const [oldStart, newStart] = [old[0]?.start ?? 0, current[0]?.start ?? 0]
  for (const [oldIndex, newIndex] of commonPairs(words(old), words(current), maxEdits) ?? []) {
    removed[oldStart + oldIndex] = false
    added[newStart + newIndex] = false
  }
}

/** Where runs of changed words start and end, as positions of pieces. A run contains no tag. */
function runsIn(pieces: readonly Piece[], changed: readonly boolean[]) {
  const [starts, ends] = [new Set<number>(), new Set<number>()]
  let last: number | null = null
  let wordCount = 0
  const endRun = () => {
    if (last !== null) ends.add(last)
    last = null
  }
  for (const [position, { kind }] of pieces.entries()) {
    if (kind === 'tag') endRun()
    if (kind !== 'word') continue
    const isChanged = changed[wordCount] === true
    wordCount += 1
    if (!isChanged) endRun()
    else {
      if (last === null) starts.add(position)
      last = position
    }
  }
  endRun()
  return { starts, ends }
}

/** Removed words as HTML, to be put before the next common word or after the previous one. */
interface Deletion {
  before: string
  after: string
}

/** Returns the removed words by the number of common words before them. */
function deletionsIn(pieces: readonly Piece[], removed: readonly boolean[]): Map<number, Deletion> {
  const deletions = new Map<number, Deletion>()
  let [wordCount, commonCount] = [0, 0]
  let between = ''
  let text = ''
  let followsCommonWord = false
  const endRun = () => {
    if (text === '') return
    const space = text.startsWith(' ') ? ' ' : ''
    const end = between.includes('¶') ? ' ¶' : ''
    deletions.set(
      commonCount,
      followsCommonWord
        ? { before: '', after: `${space}<del>${text.trimStart()}</del>` }
        : { before: `<del>${text}${end}</del> `, after: '' },
    )
    text = ''
  }
  for (const piece of pieces) {
    if (piece.kind === 'word') {
      const isRemoved = removed[wordCount] === true
      wordCount += 1
      if (isRemoved) {
        if (text === '') followsCommonWord = commonCount > 0 && !between.includes('¶')
        text += (text === '' && !followsCommonWord ? '' : between) + visibleText(piece)
      } else {
        endRun()
        commonCount += 1
      }
      between = ''
    } else if (piece.kind === 'space') between += between.endsWith(' ') ? '' : ' '
    else if (piece.isBlock && !between.includes('¶')) between = ' ¶ '
  }
  between = ''
  endRun()
  return deletions
}

function visibleText({ html }: Piece): string {
  if (html.startsWith('<img')) return '[image]'
  return html.startsWith('<') ? '[video]' : html
}

/** A piece of a post's HTML. Punctuation marks, images and videos count as words. */
interface Piece {
  kind: 'tag' | 'word' | 'space'
  html: string
  /** What a word is compared by. */
  key: string
  /** Whether it is a tag of a block, so that words before and after it are not in the same one. */
  isBlock: boolean
}

/** The words of a paragraph, heading, list item or cell. */
interface Block {
  key: string
  words: string[]
  /** The number of words before it. */
  start: number
}

const textPattern = /&nbsp;|\s+|&#?\w{1,32};|[\p{L}\p{M}\p{N}]+(?:['’._-][\p{L}\p{M}\p{N}]+)*|[^]/giu
const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 li ul ol blockquote pre figure figcaption table caption thead tbody tfoot tr td th section br hr'.split(
    ' ',
  ),
)

/** Splits HTML into pieces, which together are the HTML. */
function piecesOf(html: string): Piece[] {
  return Array.from(htmlTokens(html)).flatMap((token): Piece | Piece[] => {
    if (token.kind === 'text') return textPieces(token.html)
    const isMedia = token.kind === 'open' && (token.name === 'img' || token.name === 'oembed')
    const media = isMedia ? (token.attributes.get('src') ?? token.attributes.get('url')) : undefined
    if (media !== undefined) return { kind: 'word', html: token.html, key: `<${media}>`, isBlock: false }
    const isBlock = 'name' in token && blockTags.has(token.name)
    return { kind: 'tag', html: token.html, key: '', isBlock }
  })
}

function textPieces(text: string): Piece[] {
  return Array.from(text.matchAll(textPattern), ([piece]) => ({
    kind: /^(?:\s+|&nbsp;)$/.test(piece) ? 'space' : 'word',
    html: piece,
    key: piece,
    isBlock: false,
  }))
}

/** Returns the blocks that have words. */
function blocksOf(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = []
  let words: string[] = []
  let start = 0
  const endBlock = () => {
    if (words.length > 0) blocks.push({ key: words.join(' '), words, start })
    start += words.length
    words = []
  }
  for (const piece of pieces) {
    if (piece.kind === 'word') words.push(piece.key)
    else if (piece.isBlock) endBlock()
  }
  endBlock()
  return blocks
}

/** The words that two lists have in common on the way to a point, last first. */
interface Common {
  pair: [number, number]
  previous: Common | null
}

/** A way through two lists that ends before the item `x` of the first. */
interface Path {
  x: number
  last: Common | null
}

/**
 * Returns the index pairs of a longest common subsequence of two lists, in order (Myers' algorithm), or null if more than
 * `maxEdits` items have to be removed or added. Takes time and space in proportion to that number squared.
 */
function commonPairs(
  before: readonly string[],
  after: readonly string[],
  maxEdits: number,
): [number, number][] | null {
  const unreached: Path = { x: -1, last: null }
  /** The path that reaches furthest on each diagonal: item `x` of the first list and `x - diagonal` of the second. */
  const paths = new Map<number, Path>([[1, { x: 0, last: null }]])
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const addition = paths.get(diagonal + 1) ?? unreached
      const removal = paths.get(diagonal - 1) ?? unreached
      let { x, last } = addition.x > removal.x ? addition : { ...removal, x: removal.x + 1 }
      for (; x < before.length && before[x] === after[x - diagonal]; x += 1)
        last = { pair: [x, x - diagonal], previous: last }
      paths.set(diagonal, { x, last })
      if (x >= before.length && x - diagonal >= after.length) return pairsUntil(last)
    }
  }
  return null
}

function pairsUntil(last: Common | null): [number, number][] {
  const pairs: [number, number][] = []
  for (let common = last; common !== null; common = common.previous) pairs.push(common.pair)
  return pairs.reverse()
}
