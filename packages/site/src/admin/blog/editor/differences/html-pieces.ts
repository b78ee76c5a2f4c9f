/** A piece of a post's HTML. Punctuation marks, images and videos count as words. */
export interface Piece {
  kind: 'tag' | 'word' | 'space'
  html: string
  /** What a word is compared by. */
  key: string
}

/** The words of a paragraph, heading, list item or cell. */
export interface Block {
  key: string
  words: string[]
  /** The number of words before it. */
  start: number
}

const piecePattern =
  /<\/?[a-z](?:"[^"]*"|[^">])*>|&nbsp;|\s+|&#?\w+;|[\p{L}\p{M}\p{N}]+(?:['’._-][\p{L}\p{M}\p{N}]+)*|[^]/giu
const blockTag =
  /^<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|figure|figcaption|table|caption|thead|tbody|tfoot|tr|td|th|section|br|hr)\b/

/** Splits HTML into pieces, which together are the HTML. */
export function piecesOf(html: string): Piece[] {
  return Array.from(html.matchAll(piecePattern), ([piece]) => {
    const media = /^<(?:img|oembed)\b/.test(piece) ? /\s(?:src|url)="([^"]*)"/.exec(piece)?.[1] : undefined
    if (media !== undefined) return { kind: 'word', html: piece, key: `<${media}>` }
    if (/^<\/?[a-z]/i.test(piece)) return { kind: 'tag', html: piece, key: '' }
    return { kind: /^(?:\s+|&nbsp;)$/.test(piece) ? 'space' : 'word', html: piece, key: piece }
  })
}

/** Whether a piece begins or ends a block, so that words before and after it are not in the same one. */
export function isBlockTag({ kind, html }: Piece): boolean {
  return kind === 'tag' && blockTag.test(html)
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
    else if (isBlockTag(piece)) endBlock()
  }
  endBlock()
  return blocks
}
