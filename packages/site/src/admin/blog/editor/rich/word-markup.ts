import type { ViewDocumentFragment, ViewElement, ViewUpcastWriter } from 'ckeditor5'

/**
 * Removes tracked deletions and comments, and turns footnote numbers into superscript. Must run before PasteFromOffice, which
 * removes the markup that they are recognized by.
 */
export function cleanWordMarkup(content: ViewDocumentFragment, writer: ViewUpcastWriter): void {
  for (const element of elementsIn(content, writer)) {
    if (isReviewMarkup(element)) writer.remove(element)
    else if (element.hasStyle('mso-footnote-id') || element.hasStyle('mso-endnote-id')) {
      const number = textOf(element, writer).replace(/^\[|\]$/g, '')
      writer.replace(element, writer.createElement('sup', {}, writer.createText(number)))
    }
  }
}

/** Turns each table row into a paragraph, '2026 | Saltwater', because posts have no tables. Skips tables with several blocks in a cell. */
export function flattenTables(content: ViewDocumentFragment, writer: ViewUpcastWriter): void {
  for (const table of elementsIn(content, writer)) {
    if (table.name !== 'table') continue
    const rows = elementsIn(table, writer).filter(({ name }) => name === 'tr')
    const cells = rows.map((row) => elementsIn(row, writer).filter(({ name }) => /^t[dh]$/.test(name)))
    if (cells.flat().some((cell) => elementsIn(cell, writer).filter(isBlock).length > 1)) continue
    for (const row of cells) {
      const paragraph = writer.createElement('p')
      for (const [index, cell] of row.entries()) {
        if (index > 0) writer.appendChild(writer.createText(' | '), paragraph)
        const [block = cell] = elementsIn(cell, writer).filter(isBlock)
        writer.appendChild(Array.from(block.getChildren()), paragraph)
      }
      if (table.parent !== null) writer.insertChild(table.index ?? 0, paragraph, table.parent)
    }
    writer.remove(table)
  }
}

function isReviewMarkup(element: ViewElement): boolean {
  return (
    element.getStyle('mso-element') === 'comment-list' ||
    element.getStyle('mso-special-character') === 'comment' ||
    element.hasClass('msocomanchor') ||
    // The separator before the footnotes.
    (element.name === 'br' && element.hasAttribute('clear')) ||
    // Other programs use <del> for visible text.
    (element.name === 'del' && (element.getAttribute('cite') ?? '').startsWith('mailto:'))
  )
}

function isBlock({ name }: ViewElement): boolean {
  return /^(?:p|h[1-6]|ul|ol|li|div|table|img|figure|pre|blockquote)$/.test(name)
}

function elementsIn(parent: ViewElement | ViewDocumentFragment, writer: ViewUpcastWriter): ViewElement[] {
  const items = Array.from(writer.createRangeIn(parent).getItems())
  return items.filter((item): item is ViewElement => item.is('element'))
}

function textOf(element: ViewElement, writer: ViewUpcastWriter): string {
  const items = Array.from(writer.createRangeIn(element).getItems())
  return items.map((item) => (item.is('$textProxy') ? item.data.trim() : '')).join('')
}
