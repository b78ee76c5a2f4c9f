import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { figureClasses } from '@priormark/core/blog/html-rules'
import { IconImageAssetManager, ImageBlock, Plugin, toWidget, Widget } from 'ckeditor5'
import { addButton, OpenDialog, insertBlock } from './plugin-tools.ts'

const model = 'gallery'

/** Galleries: images side by side, each with its own caption. */
export class Gallery extends Plugin {
  static readonly requires = [ImageBlock, Widget, OpenDialog] as const

  init(): void {
    const { editor } = this
    const view = { name: 'figure', classes: figureClasses.gallery }
    editor.model.schema.register(model, { inheritAllFrom: '$blockObject' })
    editor.model.schema.extend('imageBlock', { allowIn: model })
    editor.conversion.for('upcast').elementToElement({ view, model, converterPriority: 'high' })
    editor.conversion.for('dataDowncast').elementToElement({ view, model })
    editor.conversion.for('editingDowncast').elementToElement({
      model,
      view: (_gallery, { writer }) =>
        toWidget(writer.createContainerElement('figure', { class: figureClasses.gallery }), writer, {
          label: 'Gallery',
        }),
    })
    // Removes a gallery whose last image was removed.
    editor.model.document.registerPostFixer((writer) => {
      const root = editor.model.document.getRoot()
      const emptyGalleries = Array.from(root?.getChildren() ?? []).filter(
        (child) => child.is('element', model) && child.isEmpty,
      )
      for (const gallery of emptyGalleries) writer.remove(gallery)
      return emptyGalleries.length > 0
    })
    addButton(editor, model, {
      label: 'Gallery',
      icon: IconImageAssetManager,
      run: () => editor.plugins.get(OpenDialog).open('gallery'),
    })
  }

  /** Adds images to the gallery at the cursor, or inserts a new gallery. */
  add(images: readonly BlogImage[]): void {
    const { editor } = this
    const { selection } = editor.model.document
    const position = selection.getFirstPosition()
    const selectedElement = selection.getSelectedElement()
    const currentGallery = selectedElement?.is('element', model)
      ? selectedElement
      : position?.findAncestor(model)
    editor.model.change((writer) => {
      const gallery = currentGallery ?? writer.createElement(model)
      for (const { url, width, height } of images) {
        writer.append(writer.createElement('imageBlock', { src: url, alt: '', width, height }), gallery)
      }
      if (currentGallery == null) insertBlock(editor, gallery, 'on')
    })
    editor.focus()
  }
}
