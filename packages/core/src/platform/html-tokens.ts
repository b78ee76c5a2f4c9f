/** A piece of HTML. `html` is the piece as written, so that all pieces together are the HTML. */
export type HtmlToken =
  | { kind: 'open'; html: string; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; html: string; name: string }
  /** `rawText` is the content of a script, style or similar element; `ignored` is a comment, or a tag that never ends. */
  | { kind: 'text' | 'rawText' | 'ignored'; html: string }

/** Elements whose content has no tags. Entities are decoded in the last two only. */
const rawTextElements = ['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'title', 'textarea']
const decodedElements = ['title', 'textarea']

/** Where something other than text begins. */
const markupStart = /<(?:[a-z!?]|\/[^])/gi
const tagName = /<\/?([^\t\n\f\r />]+)/y
const attributeGap = /[\t\n\f\r /]+/y
const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?/y
const rawTextEnds = new Map(
  rawTextElements.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
)

/**
 * Splits HTML into its tags and texts as a browser does (WHATWG HTML, section 13.2.5), without building a tree. The
 * time is proportional to the length, whatever the input. Names are in lower case; values of attributes are as written,
 * see decodeEntities(). Tests compare it with htmlparser2, which is not used here because its 19.6 KB (gzipped) would be in
 * every page of the admin.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let index = 0
  while (index < html.length) {
    const start = searchFrom(html, markupStart, index)
    if (start > index) yield { kind: 'text', html: html.slice(index, start) }
    if (start === html.length) return
    const token = markupAt(html, start)
    yield token
    index = start + token.html.length
    const rawTextEnd = token.kind === 'open' ? rawTextEnds.get(token.name) : undefined
    if (token.kind !== 'open' || rawTextEnd === undefined) continue
    const end = searchFrom(html, rawTextEnd, index)
    const kind = decodedElements.includes(token.name) ? 'text' : 'rawText'
    if (end > index) yield { kind, html: html.slice(index, end) }
    index = end
  }
}

/** Replaces tags and texts of HTML. @param change returns what to write for a token */
export function mapHtml(html: string, change: (token: HtmlToken) => string): string {
  return Array.from(htmlTokens(html), change).join('')
}

/** Elements that never have content. */
const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** Elements whose end tag may be omitted: the next one of the same name ends the one before it. */
const tagsWithoutEnd = new Set('p li dt dd option tr td th'.split(' '))

/** Whether more than `maxDepth` elements are inside one another. */
export function isDeeperThan(maxDepth: number, html: string): boolean {
  const openTags: string[] = []
  for (const token of htmlTokens(html)) {
    if (token.kind === 'open' && !voidTags.has(token.name)) {
      if (openTags.at(-1) !== token.name || !tagsWithoutEnd.has(token.name)) openTags.push(token.name)
      if (openTags.length > maxDepth) return true
    } else if (token.kind === 'close') {
      const index = openTags.lastIndexOf(token.name)
      if (index !== -1) openTags.length = index
    }
  }
  return false
}

/** Returns the position of the first match at or after `index`, or the end of the HTML. */
function searchFrom(html: string, pattern: RegExp, index: number): number {
  pattern.lastIndex = index
  return pattern.exec(html)?.index ?? html.length
}

/** Reads the tag or comment at a match of `markupStart`. */
function markupAt(html: string, start: number): HtmlToken {
  if (html.startsWith('<!--', start)) return commentAt(html, start)
  tagName.lastIndex = start
  const name = tagName.exec(html)?.[1]?.toLowerCase()
  if (name === undefined || !/^[a-z]/.test(name)) {
    const end = html.indexOf('>', start)
    return { kind: 'ignored', html: end === -1 ? html.slice(start) : html.slice(start, end + 1) }
  }
  const { attributes, end } = attributesFrom(html, tagName.lastIndex)
  const tag = html.slice(start, end + 1)
  if (end === html.length) return { kind: 'ignored', html: tag }
  return tag[1] === '/' ? { kind: 'close', html: tag, name } : { kind: 'open', html: tag, name, attributes }
}

function commentAt(html: string, start: number): HtmlToken {
  const commentEnd = /--!?>/g
  // `<!-->` and `<!--->` are whole comments.
  const shortComment = /<!---?>/y
  shortComment.lastIndex = start
  if (shortComment.test(html)) return { kind: 'ignored', html: html.slice(start, shortComment.lastIndex) }
  commentEnd.lastIndex = start + 4
  const end = commentEnd.test(html) ? commentEnd.lastIndex : html.length
  return { kind: 'ignored', html: html.slice(start, end) }
}

/** Reads the attributes of a tag. @returns also the position of its `>`, or the length of the HTML if it never ends */
function attributesFrom(html: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let index = start
  while (index < html.length && html[index] !== '>') {
    attributeGap.lastIndex = index
    if (attributeGap.test(html)) index = attributeGap.lastIndex
    attribute.lastIndex = index
    const match = attribute.exec(html)
    if (match === null) continue
    index = attribute.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? '')
  }
  return { attributes, end: index }
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

/** Decodes numeric entities and the named ones that editors write. A non-breaking space becomes a space. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return namedEntities.get(String(name)) ?? entity
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
}
