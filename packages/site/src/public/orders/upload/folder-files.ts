import { maxOrderFileBytes } from '@priormark/core/platform/limits'

/** A file and its place in a ZIP, with slashes between folders. */
export interface PackedFile {
  path: string
  file: File
}

/** Far more than a project has, so that a dropped disk is not read to its end. */
export const maxFolderFiles = 10_000
const maxDepth = 50

/**
 * Returns all files of folders with their paths, which begin with the folder's name; null if they are more than one ZIP can
 * hold. @throws NotFoundError, NotReadableError if one was moved meanwhile
 */
export async function readFolders(
  folders: readonly FileSystemDirectoryEntry[],
): Promise<PackedFile[] | null> {
  const files: PackedFile[] = []
  let totalBytes = 0

  async function takeFolder(folder: FileSystemDirectoryEntry, path: string, depth: number): Promise<boolean> {
    if (depth > maxDepth) return false
    for await (const entry of entriesOf(folder)) {
      const entryPath = `${path}/${entry.name}`
      if (isFolder(entry)) {
        if (!(await takeFolder(entry, entryPath, depth + 1))) return false
        continue
      }
      const file = await fileOf(entry)
      files.push({ path: entryPath, file })
      totalBytes += file.size
      if (files.length > maxFolderFiles || totalBytes > maxOrderFileBytes) return false
    }
    return true
  }

  for (const folder of folders) if (!(await takeFolder(folder, folder.name, 1))) return null
  return files
}

/** Reads a folder in batches; an empty one is its end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    yield* entries
  }
}

/** @throws NotFoundError, NotReadableError if it was moved meanwhile */
export function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
