import { htmlTokens } from '@priormark/core/platform/html-tokens'

/** A piece of a post's HTML. Punctuation marks, images and videos count as words. */
export interface Piece {
  kind: 'tag' | 'word' | 'space'
  html: string
  /** What a word is compared by. */
  key: string
  /** Whether it is a tag of a block, so that words before and after it are not in the same one. */
  isBlock: boolean
}

/** The words of a paragraph, heading, list item or cell. */
export interface Block {
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
export function piecesOf(html: string): Piece[] {
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
export function blocksOf(pieces: readonly Piece[]): Block[] {
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
