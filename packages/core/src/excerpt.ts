/** The maximum length of an excerpt on a card, and of one made from the content, in characters. */
export const cardExcerptLength = 150

/** Returns the visible text of HTML. Block elements and breaks separate words, and entities are decoded. */
export function textOf(html: string): string {
  return decodeEntities(
    html
      .replace(/<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(
        /<\/?(?:p|div|h[1-6]|li|ul|ol|br|hr|figure|figcaption|blockquote|section|caption|table|td|th|tr)\b[^>]*>/gi,
        ' ',
      )
      .replace(/<\/?[a-z][^>]*>/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Makes an excerpt from the beginning of a post's content. */
export function excerptFrom(html: string, maxLength = cardExcerptLength): string {
  return cutText(textOf(html), maxLength)
}

/** Shortens a text to at most `maxLength` characters, cut between words and ended with '…'. */
export function cutText(text: string, maxLength = cardExcerptLength): string {
  const trimmed = text.trim()
  if (trimmed.length <= maxLength) return trimmed
  const start = trimmed.slice(0, maxLength)
  const lastSpace = start.search(/\s\S*$/)
  // Text without spaces, or with a very long word, is cut between grapheme clusters.
  const cut = lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : wholeCharacters(trimmed, maxLength - 1)
  return `${cut.replace(/[\s\p{P}]+$/u, '')}…`
}

/** Counts the words of a text. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text)
  return Array.from(segments).filter((segment) => segment.isWordLike).length
}

function wholeCharacters(text: string, maxLength: number): string {
  let end = 0
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (index + segment.length > maxLength) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
])

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities.get(String(name)) ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
}
