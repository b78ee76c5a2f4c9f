import { promoClasses } from '@priormark/core/blog/html-rules'
import { videoFrom } from '@priormark/core/blog/video'
import { decodeEntities, htmlTokens, type HtmlToken } from '@priormark/core/platform/html-tokens'
import { escapeHtml } from '../platform/head-tags.ts'

/** A post with more paragraphs than this shows the banner. */
const maxParagraphsWithoutBanner = 3

const voidTags = ['img', 'br', 'hr']

/**
 * Splits the content of a post where the banner goes, about a third of the way in. Posts with at most three paragraphs
 * are not split. @param content sanitized HTML, see core's html-rules.ts
 */
export function bodyParts(content: string): [whole: string] | [before: string, after: string] {
  const { pieces, paragraphEnds } = readBody(content)
  if (paragraphEnds.length <= maxParagraphsWithoutBanner) return [pieces.join('')]
  const end = paragraphEnds[Math.round(paragraphEnds.length / 3) - 1]
  return [pieces.slice(0, end).join(''), pieces.slice(end).join('')]
}

/** Returns the HTML in pieces, and for each top-level paragraph that is not empty the number of pieces up to its end. */
function readBody(content: string): { pieces: string[]; paragraphEnds: number[] } {
  const pieces: string[] = []
  const paragraphEnds: number[] = []
  let depth = 0
  let hasText = false
  let isPromoTitle = false
  for (const token of htmlTokens(content)) {
    if (token.kind === 'text' && decodeEntities(token.html).trim() !== '') hasText = true
    if (token.kind === 'open') {
      if (depth === 0) hasText = false
      if (!voidTags.includes(token.name)) depth += 1
      if (token.name === 'h3') isPromoTitle = classesOf(token).includes(promoClasses.title)
    } else if (token.kind === 'close') depth -= 1
    // The promo block's title must not be a heading in the outline of the post.
    if ('name' in token && token.name === 'h3' && isPromoTitle) pieces.push(token.html.replace('h3', 'p'))
    else pieces.push(renderToken(token))
    if (token.kind === 'close' && token.name === 'p' && depth === 0 && hasText)
      paragraphEnds.push(pieces.length)
  }
  return { pieces, paragraphEnds }
}

function classesOf({ attributes }: { attributes: ReadonlyMap<string, string> }): string[] {
  return (attributes.get('class') ?? '').split(' ')
}

function renderToken(token: HtmlToken): string {
  if (token.kind === 'close' && token.name === 'oembed') return ''
  if (token.kind !== 'open') return token.html
  if (token.name === 'oembed') return playButton(decodeEntities(token.attributes.get('url') ?? ''))
  // Code blocks and tables are focusable, so that they can be scrolled with the keyboard.
  const isScroller = token.name === 'pre' || (token.name === 'figure' && classesOf(token).includes('table'))
  return isScroller ? token.html.replace(/>$/, ' tabindex="0">') : token.html
}

/**
 * Shows a video as a button, so that nothing is loaded from its service before the reader presses play. Without a script,
 * the link remains.
 */
function playButton(url: string): string {
  const video = videoFrom(url)
  if (video === null) return ''
  const { provider, playerUrl } = video
  return (
    `<button type="button" class="video-play" data-player="${escapeHtml(playerUrl)}" data-title="${provider} video">` +
    `<svg viewBox="0 0 48 48" width="56" height="56" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">` +
    `<circle cx="24" cy="24" r="18"/><path d="M24 0v6M24 42v6M0 24h6M42 24h6"/><path d="M20 16l12 8-12 8z" fill="currentColor"/></svg>` +
    `<span>Play video</span><small>Loads from ${provider} when you press play</small></button>` +
    `<figcaption><a href="${escapeHtml(video.url)}" rel="noopener noreferrer">Watch on ${provider}</a></figcaption>`
  )
}
