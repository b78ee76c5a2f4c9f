import type { RefObject } from 'react'

type Panel = RefObject<HTMLElement | null>

/** The panels of the open dialogs, the last one on top. */
const panels = new Set<Panel>()

/** Counts a dialog as open until the returned function is called. */
export function addOpenDialog(panel: Panel): () => void {
  panels.add(panel)
  return () => void panels.delete(panel)
}

/** Whether keys, focus and toasts belong to a dialog, and not to the screen below it. */
export function isDialogOpen(): boolean {
  return panels.size > 0
}

/** Returns the panel of the top dialog, or null if no dialog is open. */
export function topDialog(): HTMLElement | null {
  return [...panels].at(-1)?.current ?? null
}
