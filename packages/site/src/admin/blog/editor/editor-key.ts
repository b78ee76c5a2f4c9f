import { useState } from 'react'
import { useLocation, type NavigateOptions } from 'react-router-dom'

/**
 * Returns the React key of the open editor. A new post keeps its editor, with undo and focus, when its first save in
 * place changes the address from none to its id.
 * @param id the post in the address, or null
 */
export function useEditorKey(id: string | null): string {
  const { state } = useLocation()
  const [last, setLast] = useState({ id, newCount: 0 })
  if (last.id !== id) setLast({ id, newCount: last.newCount + (id === null ? 1 : 0) })
  return keptKey(state) ?? id ?? `new-${last.newCount}`
}

/** Returns how to navigate to the address of a post without leaving its editor. */
export function keepEditor(key: string): NavigateOptions {
  return { replace: true, state: { editorKey: key } }
}

function keptKey(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('editorKey' in state)) return null
  return typeof state.editorKey === 'string' ? state.editorKey : null
}
