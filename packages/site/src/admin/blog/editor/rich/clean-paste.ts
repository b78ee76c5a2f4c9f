import {
  ClipboardPipeline,
  Plugin,
  ViewUpcastWriter,
  type ViewDocumentFragment,
  type ViewElement,
  type ViewNode,
} from 'ckeditor5'

type ViewParent = ViewElement | ViewDocumentFragment

/**
 * Tidies what is pasted, after PasteFromOffice has read it: paragraphs that hold nothing but stand for distance, spaces
 * at the edge of a run of text that came out unbreakable, and links that are underlined twice.
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
    this.listenTo(editor.plugins.get(ClipboardPipeline), 'inputTransformation', (_info, { content }) => {
      tidy(content, writer, false)
    })
  }
}

function tidy(parent: ViewParent, writer: ViewUpcastWriter, isInLink: boolean): void {
  for (const child of Array.from(parent.getChildren())) {
    if (child.is('$text')) {
      const text = child.data.replace(/^\u00a0(?=\S)|(?<=\S)\u00a0$/g, ' ')
      if (text !== child.data) replace(child, writer.createText(text), writer)
    } else if (child.is('element', 'p') && isEmpty(child)) {
      writer.remove(child)
    } else if (child.is('element')) {
      if (isInLink) writer.removeStyle('text-decoration', child)
      tidy(child, writer, isInLink || child.name === 'a')
    }
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
