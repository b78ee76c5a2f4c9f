import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { toastError } from '../../../ui/toast-store.ts'
import { fileOf, filesIn, isFolder } from '../../platform/folder-entries.ts'

/** What can become one ZIP: files that were chosen together, or the content of dropped folders. */
export interface ZipOffer {
  /** Empty if all of them were files. */
  folderNames: readonly string[]
  /** Null if they are more than one ZIP can hold. */
  files: readonly PackedFile[] | null
}

/** The most that a ZIP adds to a file, in bytes. */
const maxEntryOverheadBytes = 1_024

/** Offers files that were chosen together. */
export function offerFiles(files: readonly File[]): ZipOffer {
  return createOffer([], files.map(toPackedFile))
}

/**
 * Offers the entries of a drop, with all files in its folders; null if they cannot be read.
 * @param choose takes the first of the files that are not in a folder
 */
export async function offerEntries(
  entries: readonly FileSystemEntry[],
  choose: (file: File) => void,
): Promise<ZipOffer | null> {
  const folders = entries.filter(isFolder)
  try {
    const files = await Promise.all(entries.filter((entry) => !isFolder(entry)).map(fileOf))
    if (files[0] !== undefined) choose(files[0])
    const folderFiles = await readFolders(folders)
    return createOffer(
      folders.map(({ name }) => name),
      folderFiles && [...files.map(toPackedFile), ...folderFiles],
    )
  } catch {
    toastError('Upload failed', 'Your browser couldn’t read the folder. Please drop it again.')
    return null
  }
}

function toPackedFile(file: File): PackedFile {
  return { path: file.webkitRelativePath || file.name, file }
}

function createOffer(folderNames: readonly string[], files: readonly PackedFile[] | null): ZipOffer {
  const zipBytes = (files ?? []).reduce((sum, { file }) => sum + file.size + maxEntryOverheadBytes, 0)
  return { folderNames, files: zipBytes > maxOrderFileBytes ? null : files }
}

/** A file and its place in a ZIP, with slashes between folders. */
export interface PackedFile {
  path: string
  file: File
}

/** Far more than a project has, so that a whole disk that is dropped is not read to its end. */
const maxFolderFiles = 10_000
const maxDepth = 50

/**
 * Returns all files of folders with their paths, which begin with the folder's name; null if they are more than one ZIP can
 * hold. @throws NotFoundError, NotReadableError if one was moved in the meantime
 */
async function readFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<PackedFile[] | null> {
  const files: PackedFile[] = []
  let totalBytes = 0
  for (const folder of folders) {
    for await (const entry of filesIn(folder, maxDepth)) {
      if (entry === null) return null
      const file = await fileOf(entry)
      files.push({ path: entry.fullPath.slice(1), file })
      totalBytes += file.size
      if (files.length > maxFolderFiles || totalBytes > maxOrderFileBytes) return null
    }
  }
  return files
}

/** How long the browser may take to read the file that it saves. */
const savingMs = 60_000

/** Saves a file to the visitor's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), savingMs)
}
