import { htmlTokens } from '../platform/html-tokens.ts'
import type { Block, Inline, LegalContent } from './public-endpoints.ts'

type LegalSection = LegalContent['sections'][number]

/**
 * Reads a small subset of Markdown: `## ` begins a section, `- ` an item of a list, and an empty line ends a block; **bold** and
 * [links](https://example.org). Everything else is plain text. What comes before the first heading is left out.
 */
export function readMarkup(markup: string): LegalSection[] {
  const sections: LegalSection[] = []
  for (const lines of blocksOf(markup)) {
    const [first = ''] = lines
    const section = sections.at(-1)
    if (first.startsWith('## ')) sections.push({ title: first.slice(3).trim(), blocks: [] })
    else section?.blocks.push(readBlock(lines))
  }
  return sections
}

/** Splits a text at empty lines, and before and after headings. */
function blocksOf(markup: string): string[][] {
  const blocks: string[][] = []
  let isOpen = false
  for (const line of markup.split('\n').map((one) => one.trim())) {
    const isHeading = line.startsWith('## ')
    if (line === '') isOpen = false
    else if (isHeading || !isOpen) {
      blocks.push([line])
      isOpen = !isHeading
    } else blocks.at(-1)?.push(line)
  }
  return blocks
}

function readBlock(lines: readonly string[]): Block {
  if (!lines.every((line) => line.startsWith('- ')))
    return { kind: 'paragraph', content: readInline(lines.join(' ')) }
  return { kind: 'list', items: lines.map((line) => readInline(line.slice(2).trim())) }
}

const inlinePattern = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()<>"]+)\)/g

function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  const addText = (until: number) => {
    if (until > from) parts.push({ kind: 'text', text: text.slice(from, until) })
  }
  for (const { 0: markup, 1: bold, 2: label = '', 3: href = '', index } of text.matchAll(inlinePattern)) {
    addText(index)
    parts.push(bold === undefined ? { kind: 'link', text: label, href } : { kind: 'bold', text: bold })
    from = index + markup.length
  }
  addText(text.length)
  return parts
}

/** Returns what is wrong with a text, or null: no heading at the start, HTML, an invalid link or an empty section. */
export function markupProblem(markup: string): string | null {
  const lines = markup.split('\n')
  if (!markup.trimStart().startsWith('## ')) return 'Begin with a heading: a line such as “## Who we are”'
  const htmlLine = lines.findIndex(hasTag)
  if (htmlLine !== -1)
    return `Line ${htmlLine + 1} contains HTML. Use ## for headings, - for lists and **bold**.`
  const linkLine = lines.findIndex((line) =>
    linkAddresses(line).some((address) => !/^(?:https?:\/\/|mailto:)\S+$/.test(address)),
  )
  if (linkLine !== -1) return `The link in line ${linkLine + 1} must begin with https:// or mailto:`
  const emptySection = readMarkup(markup).find(({ title, blocks }) => title === '' || blocks.length === 0)
  if (emptySection !== undefined) return `There is no text under “${emptySection.title}”`
  return null
}

function hasTag(line: string): boolean {
  return Array.from(htmlTokens(line)).some(({ kind }) => kind === 'open' || kind === 'close')
}

/** Returns what is between `](` and `)`. */
function linkAddresses(line: string): string[] {
  const [, ...starts] = line.split('](')
  return starts.flatMap((start) => (start.includes(')') ? [start.slice(0, start.indexOf(')'))] : []))
}
