import type { Editor, ModelElement } from 'ckeditor5'

/**
 * Puts a block where the cursor is; a piece that is selected stays, and the block comes after it.
 * @param selection where the cursor is then
 */
export function insertBlock(editor: Editor, block: ModelElement, selection: 'on' | 'after'): void {
  const isPieceSelected = editor.model.document.selection.getSelectedElement() !== null
  editor.model.insertObject(block, null, null, {
    setSelection: selection,
    ...(isPieceSelected ? { findOptimalPosition: 'after' } : {}),
  })
}
