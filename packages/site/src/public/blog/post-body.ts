import { promoClasses } from '@priormark/core/blog/html-rules'
import { videoFrom } from '@priormark/core/blog/video'
import { escapeHtml } from '../head/head-tags.ts'

/** Posts with more paragraphs than this have the banner. */
const maxParagraphsWithoutBanner = 3

const voidTags = new Set(['img', 'br', 'hr'])

/**
 * Splits the content of a post where the banner goes, about a third of the way in. Posts with at most three paragraphs
 * are not split. @param content sanitized HTML, see core's html-rules.ts
 */
export function bodyParts(content: string): [whole: string] | [before: string, after: string] {
  const body = withFocusableScrollers(withPlainPromoTitles(withVideos(content)))
  const ends = paragraphEnds(body)
  if (ends.length <= maxParagraphsWithoutBanner) return [body]
  const end = ends[Math.round(ends.length / 3) - 1]
  return end === undefined ? [body] : [body.slice(0, end), body.slice(end)]
}

/** Returns the end positions of the top-level paragraphs that are not empty. */
function paragraphEnds(html: string): number[] {
  const ends: number[] = []
  let depth = 0
  let startIndex = 0
  for (const { 0: tag, 1: closing, 2: name = '', index } of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g,
  )) {
    if (voidTags.has(name) || tag.endsWith('/>')) continue
    if (closing === '') {
      depth += 1
      if (depth === 1) startIndex = index
      continue
    }
    depth -= 1
    const hasText = /[^\s<>]/.test(html.slice(startIndex, index).replace(/<[^>]*>|&nbsp;/g, ''))
    if (depth === 0 && name === 'p' && hasText) ends.push(index + tag.length)
  }
  return ends
}

/** The promo block's title must not be a heading in the outline of the post. */
function withPlainPromoTitles(html: string): string {
  const title = new RegExp(`<h3 class="([^"]*\\b${promoClasses.title}\\b[^"]*)">(.*?)</h3>`, 'gs')
  return html.replace(title, '<p class="$1">$2</p>')
}

/** Makes code blocks and tables focusable, so that they can be scrolled with the keyboard. */
function withFocusableScrollers(html: string): string {
  return html
    .replaceAll('<pre', '<pre tabindex="0"')
    .replaceAll('<figure class="table"', '<figure class="table" tabindex="0"')
}

/**
 * Shows videos as buttons, so that nothing is loaded from their services before the reader presses play. Without a
 * script, the link remains.
 */
function withVideos(html: string): string {
  return html.replace(/<oembed url="([^"]*)">\s*<\/oembed>/g, (_whole, url: string) => {
    const video = videoFrom(unescapeHtml(url))
    if (video === null) return ''
    const { provider, playerUrl } = video
    return (
      `<button type="button" class="video-play" data-player="${escapeHtml(playerUrl)}" data-title="${provider} video">` +
      `<svg viewBox="0 0 48 48" width="56" height="56" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">` +
      `<circle cx="24" cy="24" r="18"/><path d="M24 0v6M24 42v6M0 24h6M42 24h6"/><path d="M20 16l12 8-12 8z" fill="currentColor"/></svg>` +
      `<span>Play video</span><small>Loads from ${provider} when you press play</small></button>` +
      `<figcaption><a href="${escapeHtml(video.url)}" rel="noopener noreferrer">Watch on ${provider}</a></figcaption>`
    )
  })
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&amp;', '&')
}
