import { imageAlignments, imageSizes } from '@priormark/core/blog/html-rules'
import { ButtonView, ClickObserver, IconCog, Plugin, type Editor, type ModelElement } from 'ckeditor5'

const imageModel = 'imageBlock'

/** The size, alignment and alternative text of an image. */
export interface ImageOptions {
  /** A class of html-rules' imageSizes. */
  size: string
  /** A class of html-rules' imageAlignments. */
  alignment: string
  /** The alternative text. */
  alt: string
}

const defaultSize = 'image-size-100'
const defaultAlignment = 'image-align-center'

/**
 * Stores the size and alignment of images as classes, and opens their options on a click or by a toolbar button. Enter
 * cannot open them, because CKEditor starts a paragraph below the image.
 */
export class ImageOptionsEditing extends Plugin {
  private open: ((options: ImageOptions) => void) | null = null

  static get pluginName() {
    return 'ImageOptionsEditing' as const
  }

  init(): void {
    const { editor } = this
    editor.model.schema.extend(imageModel, { allowAttributes: ['imageSize', 'imageAlignment'] })
    const kinds = [
      { key: 'imageSize', classes: imageSizes.map(({ className }) => className) },
      { key: 'imageAlignment', classes: imageAlignments.map(({ className }) => className) },
    ]
    for (const { key, classes } of kinds) {
      editor.conversion.for('downcast').attributeToAttribute({
        model: { name: imageModel, key },
        view: (value) => ({ key: 'class', value: [String(value)] }),
      })
      for (const value of classes) {
        editor.conversion
          .for('upcast')
          .attributeToAttribute({ view: { name: 'figure', key: 'class', value }, model: { key, value } })
      }
    }
    editor.ui.componentFactory.add('imageOptions', (locale) => {
      const button = new ButtonView(locale)
      button.set({ label: 'Image Options', icon: IconCog, tooltip: true })
      button.on('execute', () => {
        // The toolbar closes when the dialog takes the focus, so the focus must return to the text.
        editor.editing.view.focus()
        this.openSelected()
      })
      return button
    })
  }

  /** Removes the text box role that CKEditor gives captions, because they are part of the text. */
  afterInit(): void {
    this.editor.conversion.for('editingDowncast').add((dispatcher) =>
      dispatcher.on(
        'insert:caption',
        (_info, { item }, { mapper, writer }) => {
          const caption = mapper.toViewElement(item)
          if (caption === undefined) return
          writer.removeAttribute('role', caption)
          writer.removeAttribute('aria-label', caption)
        },
        { priority: 'lowest' },
      ),
    )
  }

  /** Sets the callback that opens the options of an image. */
  onOpen(open: (options: ImageOptions) => void): void {
    this.open = open
    const { view } = this.editor.editing
    view.addObserver(ClickObserver)
    this.listenTo(view.document, 'click', (_info, { target }) => {
      const isCaption = target.is('element', 'figcaption') || target.findAncestor('figcaption') !== null
      if (!isCaption && target.findAncestor('figure', { includeSelf: true }) !== null) this.openSelected()
    })
  }

  apply({ size, alignment, alt }: ImageOptions): void {
    const { editor } = this
    const image = selectedImage(editor)
    if (image === null) return
    editor.model.change((writer) =>
      writer.setAttributes({ imageSize: size, imageAlignment: alignment, alt }, image),
    )
  }

  private openSelected(): void {
    const image = selectedImage(this.editor)
    if (image !== null) this.open?.(optionsOf(image))
  }
}

function selectedImage(editor: Editor): ModelElement | null {
  const element = editor.model.document.selection.getSelectedElement()
  return element !== null && element.is('element', imageModel) ? element : null
}

function optionsOf(image: ModelElement): ImageOptions {
  const text = (key: string, fallback: string) => {
    const value = image.getAttribute(key)
    return typeof value === 'string' ? value : fallback
  }
  return {
    size: text('imageSize', defaultSize),
    alignment: text('imageAlignment', defaultAlignment),
    alt: text('alt', ''),
  }
}
