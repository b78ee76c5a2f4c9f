import type { Editor, ModelElement } from 'ckeditor5'

/**
 * Inserts a block at the cursor, or after the selected block.
 * @param selection where the cursor is afterwards
 */
export function insertBlock(editor: Editor, block: ModelElement, selection: 'on' | 'after'): void {
  const isBlockSelected = editor.model.document.selection.getSelectedElement() !== null
  editor.model.insertObject(block, null, null, {
    setSelection: selection,
    ...(isBlockSelected ? { findOptimalPosition: 'after' } : {}),
  })
}
