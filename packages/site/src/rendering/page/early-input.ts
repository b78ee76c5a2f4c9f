// The loader and the pages use these before hydration. In the HTML, the attribute `data-hydrate-now` starts
// hydration at once, `data-held` on a link holds its clicks, `data-opens` on a button names the file input that it opens, and
// `data-drop` marks where files can be dropped.

/** The key of a tab's form entry in session storage. A page is hydrated at once if it exists. */
export const entryKey = 'priormark.order-form'

/** The key of the choice about analytics in local storage. If it is 'accepted', a page is hydrated when it has loaded. */
export const visitsKey = 'priormark.visits'

/** The window's event for folders dropped before hydration, which no input can hold. Their entries are its `detail`. */
export const droppedFoldersEvent = 'dropped-folders'

/**
 * Returns the entries of a drop with folders in it; null without any. Browsers also list a folder as a file, which cannot be read.
 * Call it during the event, because the list is empty afterwards.
 */
export function droppedEntries({ items }: DataTransfer): FileSystemEntry[] | null {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return entries.some(({ isDirectory }) => isDirectory) ? entries : null
}
