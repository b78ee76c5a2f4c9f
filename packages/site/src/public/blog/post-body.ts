import { promoClasses } from '@priormark/core/blog/html-rules'
import { videoFrom } from '@priormark/core/blog/video'
import { escapeHtml } from '../head/head-tags.ts'

/** With more paragraphs than this a post has the banner between them (SPEC.md section 2). */
const maxParagraphsWithoutBanner = 3

const voidTags = new Set(['img', 'br', 'hr'])

/**
 * The content of a post for its page, in the parts between which the banner stands: two about a third of the way in,
 * or one where the post has no more than three paragraphs. @param content clean HTML, see core's html-rules.ts
 */
export function bodyParts(content: string): [whole: string] | [before: string, after: string] {
  const body = withReachableCode(withPlainPromoTitles(withVideos(content)))
  const ends = paragraphEnds(body)
  if (ends.length <= maxParagraphsWithoutBanner) return [body]
  const end = ends[Math.round(ends.length / 3) - 1]
  return end === undefined ? [body] : [body.slice(0, end), body.slice(end)]
}

/** Where the paragraphs of a text end; those inside of lists, quotes and blocks are not counted, nor are empty ones. */
function paragraphEnds(html: string): number[] {
  const ends: number[] = []
  let depth = 0
  let beganAt = 0
  for (const { 0: tag, 1: closing, 2: name = '', index } of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g,
  )) {
    if (voidTags.has(name) || tag.endsWith('/>')) continue
    if (closing === '') {
      depth += 1
      if (depth === 1) beganAt = index
      continue
    }
    depth -= 1
    const isWritten = /[^\s<>]/.test(html.slice(beganAt, index).replace(/<[^>]*>|&nbsp;/g, ''))
    if (depth === 0 && name === 'p' && isWritten) ends.push(index + tag.length)
  }
  return ends
}

/** The advertisement's title is no heading of the text: it would stand in the outline between its chapters. */
function withPlainPromoTitles(html: string): string {
  const title = new RegExp(`<h3 class="([^"]*\\b${promoClasses.title}\\b[^"]*)">(.*?)</h3>`, 'gs')
  return html.replace(title, '<p class="$1">$2</p>')
}

/** Long lines of code are scrolled, by the keyboard too. */
function withReachableCode(html: string): string {
  return html.replaceAll('<pre', '<pre tabindex="0"')
}

/** Videos as buttons: nothing of their service is loaded before the reader asks. Without a script the link remains. */
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
