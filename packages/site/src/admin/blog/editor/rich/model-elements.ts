import type { Editor, ModelElement, ViewElement } from 'ckeditor5'

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
