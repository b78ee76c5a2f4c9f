import {
  ButtonView,
  IconImageAssetManager,
  ImageInsertUI,
  MenuBarMenuListItemButtonView,
  Plugin,
} from 'ckeditor5'

/** Adds the image library to the list of the image button. */
export class LibraryButton extends Plugin {
  private open: () => void = () => undefined

  static get requires() {
    return [ImageInsertUI] as const
  }
  static get pluginName() {
    return 'LibraryButton' as const
  }

  /** Sets the callback that opens the library. */
  onOpen(open: () => void): void {
    this.open = open
  }

  afterInit(): void {
    const { editor } = this
    const command = editor.commands.get('insertImage')
    if (command === undefined) return
    const ui = editor.plugins.get(ImageInsertUI)
    const button = <View extends ButtonView>(view: View): View => {
      view.set({ label: 'Image library', icon: IconImageAssetManager, withText: true })
      view.on('execute', () => {
        if (ui.dropdownView !== undefined) ui.dropdownView.isOpen = false
        this.open()
      })
      return view
    }
    ui.registerIntegration({
      name: 'assetManager',
      observable: command,
      buttonViewCreator: () => button(new ButtonView(editor.locale)),
      formViewCreator: () => button(new ButtonView(editor.locale)),
      menuBarButtonViewCreator: () => button(new MenuBarMenuListItemButtonView(editor.locale)),
    })
  }
}
