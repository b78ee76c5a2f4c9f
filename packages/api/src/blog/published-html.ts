import { mapFootnotes } from '@priormark/core/blog/footnotes'
import { promoClasses } from '@priormark/core/blog/html-rules'
import { htmlTokens, mapHtml } from '@priormark/core/platform/html-tokens'

/**
 * Returns the HTML of a post for readers: footnotes are numbered and listed at the end, and headings begin at level 2, because
 * the title of the page is its only heading of level 1. @param html sanitized HTML from post-html.ts
 */
export function publishedHtml(html: string): string {
  return withEndnotes(belowTitle(html))
}

/** Moves all headings one level down if one of them is at level 1. */
function belowTitle(html: string): string {
  const tokens = Array.from(htmlTokens(html))
  if (!tokens.some((token) => token.kind === 'open' && token.name === 'h1')) return html
  let isPromoTitle = false
  return mapHtml(html, (token) => {
    if (!('name' in token) || !/^h[1-5]$/.test(token.name)) return token.html
    if (token.kind === 'open') isPromoTitle = token.attributes.get('class') === promoClasses.title
    const level = Number(token.name.slice(1)) + 1
    return isPromoTitle ? token.html : token.html.replace(/^(<\/?h)\d/i, `$1${level}`)
  })
}

function withEndnotes(html: string): string {
  const notes: string[] = []
  const text = mapFootnotes(html, (note) => {
    const number = notes.push(note)
    return `<sup id="reference-${number}"><a href="#note-${number}">${number}</a></sup>`
  })
  if (notes.length === 0) return html
  const items = notes.map(
    (note, index) =>
      `<li id="note-${index + 1}">${note} <a href="#reference-${index + 1}" aria-label="Back to the text">↩</a></li>`,
  )
  return `${text}<section class="footnotes" aria-label="Footnotes"><ol>${items.join('')}</ol></section>`
}
