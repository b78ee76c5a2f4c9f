import { ButtonView, Plugin, type Editor, type ModelElement, type ViewElement } from 'ckeditor5'

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
  | { footnote?: string; bookmark?: Bookmark; image?: ImageOptions }

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

/** Returns the selected element if it has the given name, such as 'footnote', or null. */
export function selectedElement(editor: Editor, name: string): ModelElement | null {
  const element = editor.model.document.selection.getSelectedElement()
  return element !== null && element.is('element', name) ? element : null
}

/** Returns an attribute of an element, or the fallback if it has none. */
export function textAttribute(element: ModelElement, key: string, fallback = ''): string {
  const value = element.getAttribute(key)
  return typeof value === 'string' ? value : fallback
}

/** Returns the text of an element of the HTML. */
export function textIn(element: ViewElement): string {
  return Array.from(element.getChildren(), (child) => {
    if (child.is('$text')) return child.data
    return child.is('element') ? textIn(child) : ''
  }).join('')
}

/** Inserts a block at the cursor, or after the selected block. @param selection where the cursor is afterwards */
export function insertBlock(editor: Editor, block: ModelElement, selection: 'on' | 'after'): void {
  const isBlockSelected = editor.model.document.selection.getSelectedElement() !== null
  editor.model.insertObject(block, null, null, {
    setSelection: selection,
    ...(isBlockSelected ? { findOptimalPosition: 'after' } : {}),
  })
}
