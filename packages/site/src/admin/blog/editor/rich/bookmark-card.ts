import { figureClasses } from '@priormark/core/blog/html-rules'
import { safeLink } from '@priormark/core/platform/image-address'
import {
  ClickObserver,
  IconBookmark,
  Plugin,
  toWidget,
  Widget,
  type ModelElement,
  type ViewDowncastWriter,
  type ViewElement,
} from 'ckeditor5'
import {
  addButton,
  OpenDialog,
  type Bookmark,
  insertBlock,
  selectedElement,
  textAttribute,
  textIn,
} from './plugin-tools.ts'

const model = 'bookmarkCard'
const noBookmark: Bookmark = { href: '', title: '', text: '' }

/** Cards that show a link with its title and a description. */
export class BookmarkCard extends Plugin {
  static readonly requires = [Widget, OpenDialog] as const

  init(): void {
    const { editor } = this
    editor.model.schema.register(model, {
      inheritAllFrom: '$blockObject',
      allowAttributes: ['href', 'title', 'text'],
    })
    editor.conversion.for('upcast').elementToElement({
      view: { name: 'figure', classes: figureClasses.bookmark },
      model: (figure, { writer }) => writer.createElement(model, { ...readBookmark(figure) }),
      converterPriority: 'high',
    })
    editor.conversion.for('dataDowncast').elementToElement({
      model,
      view: (card, { writer }) => figureOf(bookmarkOf(card), writer, 'a'),
    })
    editor.conversion.for('editingDowncast').elementToElement({
      model: { name: model, attributes: ['href', 'title', 'text'] },
      // Not a link, so that a click selects the card.
      view: (card, { writer }) => {
        const bookmark = bookmarkOf(card)
        return toWidget(figureOf(bookmark, writer, 'span'), writer, { label: `Bookmark: ${bookmark.title}` })
      },
    })
    editor.editing.view.addObserver(ClickObserver)
    this.listenTo(editor.editing.view.document, 'click', () => {
      const card = selectedElement(editor, model)
      if (card !== null) editor.plugins.get(OpenDialog).open({ bookmark: bookmarkOf(card) })
    })
    addButton(editor, model, {
      label: 'Bookmark card',
      icon: IconBookmark,
      run: () => {
        const card = selectedElement(editor, model)
        editor.plugins.get(OpenDialog).open({ bookmark: card === null ? noBookmark : bookmarkOf(card) })
      },
    })
  }

  write(bookmark: Bookmark): void {
    const { editor } = this
    editor.model.change((writer) => {
      const card = selectedElement(editor, model)
      if (card === null) insertBlock(editor, writer.createElement(model, { ...bookmark }), 'on')
      else writer.setAttributes({ ...bookmark }, card)
    })
    editor.focus()
  }
}

function figureOf({ href, title, text }: Bookmark, writer: ViewDowncastWriter, link: 'a' | 'span') {
  const strong = writer.createContainerElement('strong', {}, writer.createText(title))
  const attributes = link === 'a' ? { href } : { class: 'bookmark-link' }
  const parts = [writer.createContainerElement(link, attributes, strong)]
  if (text !== '') parts.push(writer.createContainerElement('figcaption', {}, writer.createText(text)))
  return writer.createContainerElement('figure', { class: figureClasses.bookmark }, parts)
}

function readBookmark(figure: ViewElement): Bookmark {
  const bookmark = { ...noBookmark }
  for (const child of figure.getChildren()) {
    if (!child.is('element')) continue
    if (child.name === 'a') {
      bookmark.href = safeLink(child.getAttribute('href') ?? '')
      bookmark.title = textIn(child)
    } else if (child.name === 'figcaption') bookmark.text = textIn(child)
  }
  return bookmark
}

function bookmarkOf(card: ModelElement): Bookmark {
  const read = (key: string) => textAttribute(card, key)
  return { href: read('href'), title: read('title'), text: read('text') }
}
