// Reads dropped files and folders through the File and Directory Entries API: https://wicg.github.io/entries-api/

/** Yields the entries of a folder. The browser reads them in batches and ends with an empty one. @throws NotFoundError if it was moved in the meantime */
export async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    yield* entries
  }
}

/** @throws NotFoundError, NotReadableError if it was moved in the meantime */
export function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
