/** The window's event for a drop with folders from before hydration, with their entries as `detail`: an input cannot hold a folder. */
export const droppedFoldersEvent = 'dropped-folders'

/**
 * Returns the entries of a drop with folders in it; null without any. Browsers also list a folder as a file, which cannot be read.
 * Call it during the event, because the list is empty afterwards.
 */
export function droppedEntries({ items }: DataTransfer): FileSystemEntry[] | null {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return entries.some(({ isDirectory }) => isDirectory) ? entries : null
}
