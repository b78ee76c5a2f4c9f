import { ButtonView, Plugin, type Editor } from 'ckeditor5'

export interface Bookmark {
  href: string
  title: string
  text: string
}

export interface ImageOptions {
  /** A class of html-rules' imageSizes. */
  size: string
  /** A class of html-rules' imageAlignments. */
  alignment: string
  alt: string
}

/** A dialog that the text requests. It changes the selected footnote or card, or inserts a new one. */
export type DialogRequest =
  | 'new-image'
  | 'content-image'
  | 'gallery'
  | { footnote: string }
  | { bookmark: Bookmark }
  | { image: ImageOptions }

/** Opens the dialogs of the form around the text. */
export class OpenDialog extends Plugin {
  private listener: (request: DialogRequest) => void = () => undefined

  onOpen(listener: (request: DialogRequest) => void): void {
    this.listener = listener
  }

  open(request: DialogRequest): void {
    this.listener(request)
  }
}

export function addButton(
  editor: Editor,
  name: string,
  { label, icon, run }: { label: string; icon: string; run: () => void },
): void {
  editor.ui.componentFactory.add(name, (locale) => {
    const button = new ButtonView(locale)
    button.set({ label, icon, tooltip: true })
    button.on('execute', run)
    return button
  })
}
