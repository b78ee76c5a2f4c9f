import { footnoteClass } from '@priormark/core/blog/footnotes'
import {
  ClickObserver,
  IconFootnote,
  Plugin,
  toWidget,
  Widget,
  type Editor,
  type ModelElement,
} from 'ckeditor5'
import { selectedElement, textAttribute, textIn, addButton, OpenDialog } from './plugin-tools.ts'

const model = 'footnote'

/** Footnotes: a mark in the text that holds its note. Readers get numbers, and the notes at the end. */
export class Footnotes extends Plugin {
  static readonly requires = [Widget, OpenDialog] as const

  init(): void {
    const { editor } = this
    editor.model.schema.register(model, { inheritAllFrom: '$inlineObject', allowAttributes: ['note'] })
    editor.conversion.for('upcast').elementToElement({
      view: { name: 'span', classes: footnoteClass },
      model: (span, { writer }) => writer.createElement(model, { note: textIn(span) }),
      converterPriority: 'high',
    })
    editor.conversion.for('dataDowncast').elementToElement({
      model,
      view: (mark, { writer }) =>
        writer.createContainerElement('span', { class: footnoteClass }, writer.createText(noteOf(mark))),
    })
    editor.conversion.for('editingDowncast').elementToElement({
      model: { name: model, attributes: ['note'] },
      view: (mark, { writer }) => {
        const view = writer.createContainerElement('span', { class: 'footnote-mark', title: noteOf(mark) })
        return toWidget(view, writer, { label: `Footnote: ${noteOf(mark)}` })
      },
    })
    editor.editing.view.addObserver(ClickObserver)
    this.listenTo(editor.editing.view.document, 'click', () => this.openSelected())
    this.listenTo(
      editor.editing.view.document,
      'enter',
      (info, data) => {
        if (selectedElement(editor, model) === null) return
        data.preventDefault()
        info.stop()
        this.openSelected()
      },
      { priority: 'highest' },
    )
    const open = () => editor.plugins.get(OpenDialog).open({ footnote: selectedNote(editor) })
    addButton(editor, model, { label: 'Footnote', icon: IconFootnote, run: open })
  }

  /** Changes the selected footnote, or inserts a new one. An empty note removes it. */
  write(note: string): void {
    const { editor } = this
    editor.model.change((writer) => {
      const footnote = selectedElement(editor, model)
      if (footnote !== null && note === '') writer.remove(footnote)
      else if (footnote !== null) writer.setAttribute('note', note, footnote)
      else if (note !== '') {
        editor.model.insertObject(writer.createElement(model, { note }), null, null, {
          setSelection: 'after',
        })
      }
    })
    editor.focus()
  }

  private openSelected(): void {
    const { editor } = this
    if (selectedElement(editor, model) !== null)
      editor.plugins.get(OpenDialog).open({ footnote: selectedNote(editor) })
  }
}

function selectedNote(editor: Editor): string {
  const footnote = selectedElement(editor, model)
  return footnote === null ? '' : noteOf(footnote)
}

function noteOf(mark: ModelElement): string {
  return textAttribute(mark, 'note')
}
