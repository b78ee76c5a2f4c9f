import {
  ButtonView,
  IconImageAssetManager,
  ImageInsertUI,
  MenuBarMenuListItemButtonView,
  Plugin,
} from 'ckeditor5'
import { OpenDialog } from './open-dialog.ts'

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
