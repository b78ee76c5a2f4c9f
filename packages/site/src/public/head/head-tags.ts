/** A `<meta>` element. */
export function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`
}

/** A `<link>` element with its attributes, in their order. */
export function link(rel: string, attributes: Record<string, string>): string {
  const others = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<link rel="${rel}"${others.join('')}>`
}

/** Structured data for search engines, escaped so that it cannot end its element. */
export function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', String.raw`\u003c`)}</script>`
}

/** Escapes text for an element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
