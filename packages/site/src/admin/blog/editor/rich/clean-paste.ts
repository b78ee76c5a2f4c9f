import {
  ClipboardPipeline,
  Plugin,
  ViewUpcastWriter,
  type ViewDocumentFragment,
  type ViewElement,
  type ViewNode,
} from 'ckeditor5'
import { flattenTables, readWordMarks } from './word-marks.ts'

type ViewParent = ViewElement | ViewDocumentFragment

/**
 * Tidies what is pasted, around PasteFromOffice: Word's marks of review, paragraphs that hold nothing but stand for
 * distance, spaces that came out unbreakable, links that are underlined twice, tables, and lists that touch.
 */
export class CleanPaste extends Plugin {
  static get requires() {
    return [ClipboardPipeline] as const
  }
  static get pluginName() {
    return 'CleanPaste' as const
  }

  init(): void {
    const { editor } = this
    const writer = new ViewUpcastWriter(editor.editing.view.document)
    const pipeline = editor.plugins.get(ClipboardPipeline)
    this.listenTo(
      pipeline,
      'inputTransformation',
      (_info, { content }) => {
        readWordMarks(content, writer)
      },
      { priority: 'highest' },
    )
    this.listenTo(pipeline, 'inputTransformation', (_info, { content }) => {
      flattenTables(content, writer)
      tidy(content, writer, false)
      partLists(content, writer)
    })
  }
}

function tidy(parent: ViewParent, writer: ViewUpcastWriter, isInLink: boolean): void {
  for (const child of Array.from(parent.getChildren())) {
    if (child.is('$text')) {
      const text = child.data.replace(
        /^\u00a0(?=\S)|(?<=\S)\u00a0$|\u00a0* +\u00a0*(?=\S)|^[\u00a0 ]{2,}$/g,
        ' ',
      )
      if (text !== child.data) replace(child, writer.createText(text), writer)
    } else if (child.is('element', 'p') && isEmpty(child)) {
      writer.remove(child)
    } else if (child.is('element')) {
      if (isInLink) writer.removeStyle('text-decoration', child)
      tidy(child, writer, isInLink || child.name === 'a')
    }
  }
}

/**
 * Two numbered lists that follow each other become one in CKEditor, whose second half would count on: an empty line
 * keeps them apart. A list that says to count on does.
 */
function partLists(parent: ViewParent, writer: ViewUpcastWriter): void {
  let last: ViewElement | null = null
  for (const child of Array.from(parent.getChildren())) {
    if (!child.is('element')) {
      if (!child.is('$text') || child.data.trim() !== '') last = null
      continue
    }
    const beginsAnew = child.name === 'ol' && Number(child.getAttribute('start') ?? 1) === 1
    if (beginsAnew && last?.name === 'ol') {
      writer.insertChild(child.index ?? 0, writer.createElement('p', {}, writer.createText('\u00a0')), parent)
    }
    last = child
    if (child.name !== 'ol') partLists(child, writer)
  }
}

function replace(old: ViewNode, by: ViewNode, writer: ViewUpcastWriter): void {
  const { parent, index } = old
  if (parent === null || index === null) return
  writer.removeChildren(index, 1, parent)
  writer.insertChild(index, by, parent)
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
