import { imageAlignments, imageSizes } from '@priormark/core/blog/html-rules'
import {
  ButtonView,
  ClickObserver,
  Command,
  IconCog,
  IconObjectCenter,
  IconObjectLeft,
  IconObjectRight,
  IconObjectSizeFull,
  IconObjectSizeLarge,
  IconObjectSizeMedium,
  IconObjectSizeSmall,
  Plugin,
  type Editor,
  type ModelElement,
  IconImageAssetManager,
  ImageInsertUI,
  MenuBarMenuListItemButtonView,
} from 'ckeditor5'
import { selectedElement, textAttribute, addButton, OpenDialog, type ImageOptions } from './plugin-tools.ts'

const imageModel = 'imageBlock'

const sizeIcons: Record<(typeof imageSizes)[number]['className'], string> = {
  'image-size-25': IconObjectSizeSmall,
  'image-size-50': IconObjectSizeMedium,
  'image-size-75': IconObjectSizeLarge,
  'image-size-100': IconObjectSizeFull,
}
const alignmentIcons: Record<(typeof imageAlignments)[number]['className'], string> = {
  'image-align-left': IconObjectLeft,
  'image-align-center': IconObjectCenter,
  'image-align-right': IconObjectRight,
}

/** The attributes that are stored as classes, with the choices that have toolbar buttons. */
const kinds = [
  {
    key: 'imageSize',
    fallback: 'image-size-100',
    choices: imageSizes.map(({ name, percent, className }) => ({
      className,
      label: `${name} (${percent}%)`,
      icon: sizeIcons[className],
    })),
  },
  {
    key: 'imageAlignment',
    fallback: 'image-align-center',
    choices: imageAlignments.map(({ name, className }) => ({
      className,
      label: `Align ${name.toLowerCase()}`,
      icon: alignmentIcons[className],
    })),
  },
] as const
const [size, alignment] = kinds

/** The buttons of an image's toolbar for its size, alignment and alternative text. */
export const imageToolbar: readonly string[] = [
  ...kinds.flatMap(({ choices }) => ['|', ...choices.map(({ className }) => className)]),
  '|',
  'imageTextAlternative',
]

/** Sets one attribute of the selected image. `value` is the current one. */
class ImageClassCommand extends Command {
  declare value: string
  private readonly kind: (typeof kinds)[number]

  constructor(editor: Editor, kind: (typeof kinds)[number]) {
    super(editor)
    this.kind = kind
  }

  override refresh(): void {
    const image = selectedElement(this.editor, imageModel)
    this.isEnabled = image !== null
    this.value = image === null ? '' : textAttribute(image, this.kind.key, this.kind.fallback)
  }

  override execute(className: string): void {
    const image = selectedElement(this.editor, imageModel)
    if (image === null) return
    this.editor.model.change((writer) => writer.setAttribute(this.kind.key, className, image))
  }
}

/**
 * Stores the size and alignment of images as classes, with toolbar buttons for both, and opens the options of an image on
 * a click or by a toolbar button. Enter cannot open them, because CKEditor starts a paragraph below the image.
 */
export class ImageOptionsEditing extends Plugin {
  static readonly requires = [OpenDialog] as const

  init(): void {
    const { editor } = this
    editor.model.schema.extend(imageModel, { allowAttributes: ['imageSize', 'imageAlignment'] })
    for (const kind of kinds) {
      const { key, choices } = kind
      const command = new ImageClassCommand(editor, kind)
      editor.commands.add(key, command)
      editor.conversion.for('downcast').attributeToAttribute({
        model: { name: imageModel, key },
        view: (value) => ({ key: 'class', value: [String(value)] }),
      })
      for (const { className: value, label, icon } of choices) {
        editor.ui.componentFactory.add(value, (locale) => {
          const button = new ButtonView(locale)
          button.set({ label, icon, tooltip: true, isToggleable: true })
          button.bind('isEnabled').to(command, 'isEnabled')
          button.bind('isOn').to(command, 'value', (current) => current === value)
          button.on('execute', () => {
            editor.execute(key, value)
            editor.editing.view.focus()
          })
          return button
        })
        editor.conversion
          .for('upcast')
          .attributeToAttribute({ view: { name: 'figure', key: 'class', value }, model: { key, value } })
      }
    }
    const { view } = editor.editing
    addButton(editor, 'imageOptions', {
      label: 'Image Options',
      icon: IconCog,
      run: () => {
        // The toolbar closes when the dialog takes the focus, so the focus must return to the text.
        view.focus()
        this.openSelected()
      },
    })
    view.addObserver(ClickObserver)
    this.listenTo(view.document, 'click', (_info, { target }) => {
      const isCaption = target.is('element', 'figcaption') || target.findAncestor('figcaption') !== null
      if (!isCaption && target.findAncestor('figure', { includeSelf: true }) !== null) this.openSelected()
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

  apply({ size, alignment, alt }: ImageOptions): void {
    const { editor } = this
    const image = selectedElement(editor, imageModel)
    if (image === null) return
    editor.model.change((writer) =>
      writer.setAttributes({ imageSize: size, imageAlignment: alignment, alt }, image),
    )
  }

  private openSelected(): void {
    const image = selectedElement(this.editor, imageModel)
    if (image !== null) this.editor.plugins.get(OpenDialog).open({ image: optionsOf(image) })
  }
}

function optionsOf(image: ModelElement): ImageOptions {
  return {
    size: textAttribute(image, size.key, size.fallback),
    alignment: textAttribute(image, alignment.key, alignment.fallback),
    alt: textAttribute(image, 'alt'),
  }
}

/** Adds the image library to the list of the image button. */
export class LibraryButton extends Plugin {
  static readonly requires = [ImageInsertUI, OpenDialog] as const

  afterInit(): void {
    const { editor } = this
    const command = editor.commands.get('insertImage')
    if (command === undefined) return
    const ui = editor.plugins.get(ImageInsertUI)
    const setUpButton = <View extends ButtonView>(view: View): View => {
      view.set({ label: 'Image library', icon: IconImageAssetManager, withText: true })
      view.on('execute', () => {
        if (ui.dropdownView !== undefined) ui.dropdownView.isOpen = false
        editor.plugins.get(OpenDialog).open('content-image')
      })
      return view
    }
    ui.registerIntegration({
      name: 'assetManager',
      observable: command,
      buttonViewCreator: () => setUpButton(new ButtonView(editor.locale)),
      formViewCreator: () => setUpButton(new ButtonView(editor.locale)),
      menuBarButtonViewCreator: () => setUpButton(new MenuBarMenuListItemButtonView(editor.locale)),
    })
  }
}
