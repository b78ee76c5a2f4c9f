import {
  ClipboardPipeline,
  Plugin,
  ViewUpcastWriter,
  type ViewDocumentFragment,
  type ViewElement,
  type ViewNode,
} from 'ckeditor5'
import { mapHtml } from '@priormark/core/platform/html-tokens'
import { styleNonce } from '../../../../ui/style-nonce.ts'
import { textIn } from './plugin-tools.ts'

type ViewParent = ViewElement | ViewDocumentFragment

/**
 * Cleans pasted content before and after PasteFromOffice: removes Word's review markup, empty paragraphs, stray
 * non-breaking spaces and underlines of links, and separates adjacent lists.
 */
export class CleanPaste extends Plugin {
  static readonly requires = [ClipboardPipeline] as const

  init(): void {
    const { editor } = this
    // PasteFromOffice reads the kind of a list from the style sheet, which the browser blocks without the nonce.
    this.listenTo(editor.editing.view.document, 'clipboardInput', (_info, data) => {
      const nonce = styleNonce()
      if (nonce === undefined || typeof data.content !== 'string') return
      data.content = mapHtml(data.content, (token) =>
        token.kind === 'open' && token.name === 'style'
          ? `<style nonce="${nonce}"${token.html.slice('<style'.length)}`
          : token.html,
      )
    })
    const writer = new ViewUpcastWriter(editor.editing.view.document)
    const pipeline = editor.plugins.get(ClipboardPipeline)
    this.listenTo(pipeline, 'inputTransformation', (_info, { content }) => cleanWordMarkup(content, writer), {
      priority: 'highest',
    })
    this.listenTo(pipeline, 'inputTransformation', (_info, { content }) => {
      cleanChildren(content, writer, false)
      separateLists(content, writer)
    })
  }
}

function cleanChildren(parent: ViewParent, writer: ViewUpcastWriter, isInLink: boolean): void {
  for (const child of Array.from(parent.getChildren())) {
    if (child.is('$text')) {
      const text = withPlainSpaces(child.data)
      if (text !== child.data) replace(child, writer.createText(text), writer)
    } else if (child.is('element', 'p') && isEmpty(child)) {
      writer.remove(child)
    } else if (child.is('element')) {
      if (isInLink) writer.removeStyle('text-decoration', child)
      cleanChildren(child, writer, isInLink || child.name === 'a')
    }
  }
}

/**
 * Replaces the non-breaking spaces that editors write in place of ordinary ones: next to ordinary ones, and single ones at the
 * beginning or end of a formatted text.
 */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u00a0 ]+/g, (spaces, index: number) => {
    const before = text[index - 1] ?? ''
    const after = text[index + spaces.length] ?? ''
    const isSingle = spaces === '\u00a0'
    if (before === '' && after === '') return isSingle ? spaces : ' '
    if (after.trim() !== '') return spaces.includes(' ') || (isSingle && before === '') ? ' ' : spaces
    return isSingle && after === '' && before.trim() !== '' ? ' ' : spaces
  })
}

/**
 * Puts an empty paragraph between adjacent numbered lists, because CKEditor would merge them and continue counting. A list
 * with its own start number is left alone.
 */
function separateLists(parent: ViewParent, writer: ViewUpcastWriter): void {
  let last: ViewElement | null = null
  for (const child of Array.from(parent.getChildren())) {
    if (!child.is('element')) {
      if (!child.is('$text') || child.data.trim() !== '') last = null
      continue
    }
    const startsAtOne = child.name === 'ol' && Number(child.getAttribute('start') ?? 1) === 1
    if (startsAtOne && last?.name === 'ol') {
      writer.insertChild(child.index ?? 0, writer.createElement('p', {}, writer.createText('\u00a0')), parent)
    }
    last = child
    if (child.name !== 'ol') separateLists(child, writer)
  }
}

function replace(old: ViewNode, replacement: ViewNode, writer: ViewUpcastWriter): void {
  const { parent, index } = old
  if (parent === null || index === null) return
  writer.removeChildren(index, 1, parent)
  writer.insertChild(index, replacement, parent)
}

function isEmpty(element: ViewElement): boolean {
  return Array.from(element.getChildren()).every((child) => {
    if (child.is('$text')) return child.data.trim() === ''
    return (
      child.is('element') &&
      (child.name === 'br' || (/^(?:span|b|i|a|o:p)$/.test(child.name) && isEmpty(child)))
    )
  })
}

/**
 * Removes tracked deletions and comments, and turns footnote numbers into superscript. Must run before PasteFromOffice, which
 * removes the markup that they are recognized by.
 */
function cleanWordMarkup(content: ViewDocumentFragment, writer: ViewUpcastWriter): void {
  for (const element of Array.from(writer.createRangeIn(content).getItems())) {
    if (!element.is('element')) continue
    if (isReviewMarkup(element)) writer.remove(element)
    else if (element.hasStyle('mso-footnote-id') || element.hasStyle('mso-endnote-id')) {
      const number = textIn(element)
        .trim()
        .replace(/^\[|\]$/g, '')
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
