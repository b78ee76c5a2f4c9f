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

function elementsIn(parent: ViewElement | ViewDocumentFragment, writer: ViewUpcastWriter): ViewElement[] {
  const items = Array.from(writer.createRangeIn(parent).getItems())
  return items.filter((item): item is ViewElement => item.is('element'))
}

function textOf(element: ViewElement, writer: ViewUpcastWriter): string {
  const items = Array.from(writer.createRangeIn(element).getItems())
  return items.map((item) => (item.is('$textProxy') ? item.data.trim() : '')).join('')
}
