import { htmlTokens } from '../platform/html-tokens.ts'

/** The class of a `span` whose text is a footnote of the place where it stands. */
export const footnoteClass = 'footnote'

/** Replaces the footnotes of a post's HTML. @param change returns what to write for a footnote's text, which is escaped */
export function mapFootnotes(html: string, change: (note: string) => string): string {
  const pieces: string[] = []
  let note = ''
  let depth = 0
  for (const token of htmlTokens(html)) {
    const isSpan = 'name' in token && token.name === 'span'
    const isStart = isSpan && token.kind === 'open' && token.attributes.get('class') === footnoteClass
    if (depth === 0 && !isStart) pieces.push(token.html)
    else if (isSpan) {
      depth += token.kind === 'open' ? 1 : -1
      if (depth > 0) continue
      pieces.push(change(note.trim()))
      note = ''
    } else if (token.kind === 'text') note += token.html
  }
  return pieces.join('')
}
