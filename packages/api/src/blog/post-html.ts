import { footnoteClass } from '@priormark/core/blog/footnotes'
import {
  figureClasses,
  imageAlignments,
  imageSizes,
  indentClasses,
  plainTags,
  promoClasses,
  tableTags,
  textSizes,
} from '@priormark/core/blog/html-rules'
import { safeImageAddress, safeLink } from '@priormark/core/platform/image-address'
import { maxContentDepth, tooDeepMessage } from '@priormark/core/blog/post'
import { videoFrom } from '@priormark/core/blog/video'
import { decodeEntities, htmlTokens } from '@priormark/core/platform/html-tokens'
import type { Attributes, IOptions, Tag, Transformer } from 'sanitize-html'
import { invalidField } from '../platform/http/field-errors.ts'

/** Maps class names of other editors and of CKEditor to ours. */
const renamedClasses = new Map([
  ['text-big', 'text-large'],
  ['image-style-align-left', 'image-align-left'],
  ['image-style-block-align-left', 'image-align-left'],
  ['image-style-align-center', 'image-align-center'],
  ['image-style-align-right', 'image-align-right'],
  ['image-style-block-align-right', 'image-align-right'],
  ['image-style-side', 'image-align-right'],
])

/** Sanitizing is repeated until it changes nothing; real content never takes more passes. */
const maxPasses = 5

const imageClasses = [...imageSizes, ...imageAlignments].map(({ className }) => className)
const spanClasses: string[] = [
  ...textSizes.flatMap(({ className }) => (className === null ? [] : [className])),
  footnoteClass,
]
const indentableTags = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre']

/** The other allowed tags. The rules below limit their attributes or classes. */
const tagsWithAttributes = ['th', 'td', 'ol', 'a', 'span', 'img', 'figure', 'oembed', 'section']

const transformTag =
  (tagName: string, attribs: (attributes: Attributes) => Attributes): Transformer =>
  (_name, attributes): Tag => ({ tagName, attribs: attribs(attributes) })

const options: IOptions = {
  allowedTags: [...plainTags, ...tableTags, ...tagsWithAttributes],
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    oembed: ['url'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedClasses: {
    ...Object.fromEntries(indentableTags.map((name) => [name, [...indentClasses]])),
    p: [...indentClasses, promoClasses.kicker, promoClasses.text, promoClasses.action],
    h3: [...indentClasses, promoClasses.title],
    a: [promoClasses.link],
    span: spanClasses,
    figure: ['image', 'media', 'table', ...Object.values(figureClasses), ...imageClasses],
    section: [promoClasses.block],
    '*': [],
  },
  // Core's rules below check addresses, as in the editor. This list is a second line of defense.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'], oembed: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'url'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A video element has no content. Any content that it has in the input ends up after it.
  selfClosing: ['img', 'br', 'hr', 'oembed'],
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'object',
  ],
  parser: { lowerCaseTags: true, lowerCaseAttributeNames: true },
  transformTags: {
    b: 'strong',
    em: 'i',
    strike: 's',
    del: 's',
    ins: 'u',
    a: transformTag('a', (attributes) => ({
      href: safeLink(attributes['href'] ?? ''),
      ...classAttribute(attributes),
      ...(attributes['target'] === '_blank' ? { target: '_blank', rel: 'noopener noreferrer' } : {}),
    })),
    img: transformTag('img', (attributes) => ({
      src: safeImageAddress(attributes['src'] ?? ''),
      alt: attributes['alt'] ?? '',
      ...numberAttribute('width', attributes),
      ...numberAttribute('height', attributes),
    })),
    figure: transformTag('figure', (attributes) =>
      classAttribute(attributes, widthClass(attributes['style'])),
    ),
    span: transformTag('span', (attributes) => {
      const [name] = (classAttribute(attributes)['class'] ?? '')
        .split(' ')
        .filter((spanClass) => spanClasses.includes(spanClass))
      return name === undefined ? {} : { class: name }
    }),
    ol: transformTag('ol', (attributes) => ({
      ...classAttribute(attributes),
      ...numberAttribute('start', attributes),
      ...('reversed' in attributes ? { reversed: '' } : {}),
    })),
    td: transformTag('td', cellAttributes),
    th: transformTag('th', cellAttributes),
    oembed: (_name, attributes) => videoTag(attributes['url']),
    iframe: (_name, attributes) => videoTag(attributes['src']),
  },
  exclusiveFilter: ({ tag: name, attribs }) => {
    if (name === 'img') return !attribs['src']
    if (name === 'span') return attribs['class'] ? false : 'excludeTag'
    return false
  },
}

/**
 * Returns the sanitized HTML of a post. It keeps what the editor produces (html-rules.ts), removes everything else, and
 * normalizes the result (attributes in double quotes), so that later steps can rely on its form. Idempotent.
 * @throws AppError invalid_input if elements are nested so deeply that sanitizing would take minutes
 */
export async function cleanPostHtml(html: string): Promise<string> {
  // Loaded when a post is saved, to keep the server's start fast.
  const { default: sanitizeHtml } = await import('sanitize-html')
  const cleanOnce = (dirty: string) =>
    withFigures(sanitizeHtml(dirty, { ...options, ...limitDepth() })).trim()
  let clean = cleanOnce(html)
  // A figure moved out of a paragraph ends it, which only a second pass over the output can see.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const cleanedAgain = cleanOnce(clean)
    if (cleanedAgain === clean) break
    clean = cleanedAgain
  }
  return clean
}

/**
 * Returns options that stop the sanitizer at content that is nested too deeply. PostInput rejects most of it before, but
 * its tokenizer reads some tags of SVG and MathML differently. The limit is twice as high, because the sanitizer puts
 * tables and videos into figures.
 */
function limitDepth(): IOptions {
  let depth = 0
  return {
    onOpenTag() {
      depth += 1
      if (depth > 2 * maxContentDepth) throw invalidField('content', tooDeepMessage)
    },
    onCloseTag() {
      depth -= 1
    },
  }
}

/** Returns the addresses of images that would be removed because they begin with http://. */
export function insecureImages(html: string): string[] {
  return Array.from(htmlTokens(html)).flatMap((token) => {
    const isImage = token.kind === 'open' && token.name === 'img'
    const address = isImage ? decodeEntities(token.attributes.get('src') ?? '').trim() : ''
    return /^http:/i.test(address) && safeImageAddress(address) === '' ? address : []
  })
}

/** A table or figure whose end is not reached yet. */
interface OpenElement {
  /** Where it starts in the pieces of the output. */
  start: number
  /** Whether it is a table that withFigures() puts into a figure. */
  isWrapped: boolean
  isMedia: boolean
  hasVideo: boolean
  isEmpty: boolean
}

/**
 * Puts each table and video that is in no figure into one, and removes figures that are empty, or contain only an empty
 * link, because their image or video was removed. @param html sanitized, so each start tag has its end tag
 */
function withFigures(html: string): string {
  const pieces: string[] = []
  const openElements: OpenElement[] = []
  for (const token of htmlTokens(html)) {
    const parent = openElements.at(-1)
    const isContainer = 'name' in token && (token.name === 'table' || token.name === 'figure')
    if (isContainer && token.kind === 'open') {
      const isWrapped = token.name === 'table' && parent === undefined
      const isMedia = token.attributes.get('class')?.startsWith('media') === true
      const isEmpty = token.name === 'figure'
      openElements.push({ start: pieces.length, isWrapped, isMedia, hasVideo: false, isEmpty })
      pieces.push(isWrapped ? `<figure class="table">${token.html}` : token.html)
    } else if (isContainer && parent !== undefined) {
      openElements.pop()
      const outer = openElements.at(-1)
      if (parent.isEmpty) pieces.length = parent.start
      else if (parent.isMedia && !parent.hasVideo) {
        // Its video became a link.
        pieces[parent.start] = '<p>'
        pieces.push('</p>')
      } else pieces.push(parent.isWrapped ? `${token.html}</figure>` : token.html)
      if (outer !== undefined && !parent.isEmpty) outer.isEmpty = false
    } else {
      const piece = token.kind === 'open' && token.name === 'oembed' ? videoMarkup(token, parent) : token.html
      pieces.push(piece)
      if (parent !== undefined && piece.endsWith('</oembed>')) parent.hasVideo = true
      const isContent = token.kind === 'open' ? token.name !== 'a' : token.kind === 'text'
      if (parent !== undefined && isContent && piece.trim() !== '') parent.isEmpty = false
    }
  }
  return pieces.join('')
}

/** Returns a video, with a figure around it if it is in none. A video of an unsupported service has no address. */
function videoMarkup(
  { attributes }: { attributes: ReadonlyMap<string, string> },
  parent: OpenElement | undefined,
): string {
  const url = attributes.get('url')
  if (url === undefined) return ''
  const video = `<oembed url="${url}"></oembed>`
  return parent?.isMedia === true ? video : `<figure class="media">${video}</figure>`
}

function cellAttributes(attributes: Attributes): Attributes {
  return { ...cellSpan('colspan', attributes), ...cellSpan('rowspan', attributes) }
}

function cellSpan(name: string, attributes: Attributes): Attributes {
  const value = attributes[name] ?? ''
  return /^(?:[2-9]|[1-9]\d)$/.test(value) ? { [name]: value } : {}
}

function classAttribute(attributes: Attributes, addedClass: string | null = null): Attributes {
  const names = (attributes['class'] ?? '').split(/\s+/).map((name) => renamedClasses.get(name) ?? name)
  const classNames = [...names, addedClass ?? ''].filter((name) => name !== '')
  return classNames.length === 0 ? {} : { class: Array.from(new Set(classNames)).join(' ') }
}

/** Returns the class of the nearest supported size for a width in percent: 'width:48%' -> 'image-size-50'. */
function widthClass(style: string | undefined): string | null {
  const percent = Number(/(?:^|;)\s*width\s*:\s*([\d.]+)%/.exec(style ?? '')?.[1])
  if (!Number.isFinite(percent)) return null
  const distance = (size: { percent: number }) => Math.abs(size.percent - percent)
  return imageSizes.toSorted((a, b) => distance(a) - distance(b))[0]?.className ?? null
}

function numberAttribute(name: string, attributes: Attributes): Attributes {
  const value = attributes[name] ?? ''
  return /^[1-9]\d{0,4}$/.test(value) ? { [name]: value } : {}
}

/** Returns the tag of an embedded video, or a link if its address cannot be embedded. */
function videoTag(address = ''): Tag {
  const video = videoFrom(address)
  if (video !== null) return { tagName: 'oembed', attribs: { url: video.url } }
  const href = safeLink(address.trim().replace(/^\/\//, 'https://'))
  if (!/^https?:/i.test(href)) return { tagName: 'oembed', attribs: {} }
  return { tagName: 'a', attribs: { href }, text: href }
}
