import { decodeEntities, htmlTokens } from '../platform/html-tokens.ts'
import { mapFootnotes } from './footnotes.ts'

/** The maximum length of an excerpt on a card, and of one made from the content, in characters. */
const cardExcerptLength = 150

/** Elements whose beginning and end separate words. */
const separatingTags = new Set(
  'p div h1 h2 h3 h4 h5 h6 li ul ol br hr figure figcaption blockquote section caption table td th tr script style template'.split(
    ' ',
  ),
)

/** Returns the visible text of HTML. Block elements and breaks separate words, and entities are decoded. */
export function textOf(html: string): string {
  const texts: string[] = []
  let templateDepth = 0
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text' && templateDepth === 0) texts.push(decodeEntities(token.html))
    if (token.kind !== 'open' && token.kind !== 'close') continue
    if (separatingTags.has(token.name)) texts.push(' ')
    if (token.name === 'template')
      templateDepth = Math.max(0, templateDepth + (token.kind === 'open' ? 1 : -1))
  }
  return texts.join('').replace(/\s+/g, ' ').trim()
}

/** Makes an excerpt from the beginning of a post's content, without its footnotes. */
export function excerptFrom(html: string, maxLength = cardExcerptLength): string {
  return cutText(textOf(mapFootnotes(html, () => '')), maxLength)
}

/** Shortens a text to at most `maxLength` characters, cut between words and ended with '…'. */
export function cutText(text: string, maxLength = cardExcerptLength): string {
  const trimmed = text.trim()
  if (trimmed.length <= maxLength) return trimmed
  const start = trimmed.slice(0, maxLength)
  const lastWord = start.split(/\s/).at(-1) ?? ''
  const lastSpace = start.length - lastWord.length - 1
  // Text without spaces, or with a very long word, is cut between grapheme clusters.
  const cut = lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : startOfText(trimmed, maxLength - 1)
  const [withoutPunctuation = ''] = /^.*[^\s\p{P}]/su.exec(cut) ?? []
  return `${withoutPunctuation}…`
}

/** Counts the words of a text. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text)
  return Array.from(segments).filter((segment) => segment.isWordLike).length
}

/** Returns the start of a text, cut between grapheme clusters. */
function startOfText(text: string, maxLength: number): string {
  let end = 0
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (index + segment.length > maxLength) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
