// Reads dropped files and folders through the File and Directory Entries API: https://wicg.github.io/entries-api/

/**
 * Yields the files in a folder and in its folders, and null for each folder that is deeper than `maxDepth`.
 * @throws NotFoundError if one was moved in the meantime
 */
export async function* filesIn(
  folder: FileSystemDirectoryEntry,
  maxDepth: number,
): AsyncGenerator<FileSystemEntry | null> {
  if (maxDepth === 0) {
    yield null
    return
  }
  const reader = folder.createReader()
  for (;;) {
    // The browser reads them in batches and ends with an empty one.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    for (const entry of entries) {
      if (isFolder(entry)) yield* filesIn(entry, maxDepth - 1)
      else yield entry
    }
  }
}

/** @throws NotFoundError, NotReadableError if it was moved in the meantime */
export function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
