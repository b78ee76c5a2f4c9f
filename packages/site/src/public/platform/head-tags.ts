import { shareImageSize } from '@priormark/core/pages/share-image'

/** A `<meta>` element. */
export function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`
}

/** The tags of a generated picture for link previews. @param address absolute */
export function shareImageTags(address: string, alt: string): string[] {
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(shareImageSize.width)),
    meta('property', 'og:image:height', String(shareImageSize.height)),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image', address),
  ]
}

/** A `<link>` element. */
export function link(rel: string, attributes: Record<string, string>): string {
  const attributesHtml = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<link rel="${rel}"${attributesHtml.join('')}>`
}

/** Structured data for search engines, escaped so that it cannot end its element. */
export function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', String.raw`\u003c`)}</script>`
}

/** Escapes text for an element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
