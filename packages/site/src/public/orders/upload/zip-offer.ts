import { maxOrderFileBytes } from '@priormark/core/platform/limits'
import { toast } from '../../../ui/toast-store.ts'
import { fileOf, isFolder, readFolders, type PackedFile } from './folder-files.ts'

/** What can become one ZIP: files that were chosen together, or the content of dropped folders. */
export interface ZipOffer {
  /** Empty if all of them were files. */
  folderNames: readonly string[]
  /** Null if they are more than one ZIP can hold. */
  files: readonly PackedFile[] | null
}

/** What a ZIP adds to each file, at most. */
const entryBytes = 1_024

/** Offers files that were chosen together. */
export function offerOfFiles(files: readonly File[]): ZipOffer {
  return offerOf([], files.map(packed))
}

/**
 * Offers the entries of a drop, with all files in its folders; null if they cannot be read.
 * @param choose takes the first of the files that are not in a folder
 */
export async function offerOfEntries(
  entries: readonly FileSystemEntry[],
  choose: (file: File) => void,
): Promise<ZipOffer | null> {
  const folders = entries.filter(isFolder)
  try {
    const files = await Promise.all(entries.filter((entry) => !isFolder(entry)).map(fileOf))
    if (files[0] !== undefined) choose(files[0])
    const inFolders = await readFolders(folders)
    return offerOf(
      folders.map(({ name }) => name),
      inFolders && [...files.map(packed), ...inFolders],
    )
  } catch {
    toast({
      title: 'Upload failed',
      description: 'Your browser couldn’t read the folder. Please drop it again.',
      variant: 'destructive',
    })
    return null
  }
}

function packed(file: File): PackedFile {
  return { path: file.webkitRelativePath || file.name, file }
}

function offerOf(folderNames: readonly string[], files: readonly PackedFile[] | null): ZipOffer {
  const zipBytes = (files ?? []).reduce((sum, { file }) => sum + file.size + entryBytes, 0)
  return { folderNames, files: zipBytes > maxOrderFileBytes ? null : files }
}
