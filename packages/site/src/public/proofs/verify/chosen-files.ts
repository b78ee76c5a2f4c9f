import { fileOf, filesIn, isFolder } from '../../platform/folder-entries.ts'

/** A file that was dropped or chosen. `path`: its place in a dropped folder; null for a file that was not in one. */
export interface InputFile {
  name: string
  blob: Blob
  path: string | null
}

/** The maximum depth of folders, and the maximum number of files read from them. */
const maxDepth = 6
const maxFolderFiles = 200

/** Returns the files of a file input. */
export function chosenFiles(files: FileList | null): InputFile[] {
  return Array.from(files ?? [], (file) => ({ name: file.name, blob: file, path: null }))
}

/** Accepts drops outside the drop area too, where the browser would otherwise open the file. Returns a function that stops it. */
export function acceptDropsAnywhere(take: (files: InputFile[]) => void): () => void {
  const allow = (drag: DragEvent) => drag.preventDefault()
  const receive = (drop: DragEvent) => {
    if (drop.defaultPrevented || drop.dataTransfer === null) return
    drop.preventDefault()
    void droppedFiles(drop.dataTransfer).then(take)
  }
  addEventListener('dragover', allow)
  addEventListener('drop', receive)
  return () => {
    removeEventListener('dragover', allow)
    removeEventListener('drop', receive)
  }
}

/** Returns the files of a drop, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<InputFile[]> {
  // Entries are only available during the drop event, so all are read before the first await.
  const items = Array.from(transfer.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const inputs: InputFile[] = []
  for (const { entry, file } of items) {
    if (entry && isFolder(entry)) await addFolder(entry, inputs)
    else if (file !== null) inputs.push({ name: file.name, blob: file, path: null })
  }
  return inputs
}

async function addFolder(folder: FileSystemDirectoryEntry, inputs: InputFile[]): Promise<void> {
  // Differs for each folder, because two folders of the same name can be dropped one after the other.
  const dropId = crypto.randomUUID()
  for await (const entry of filesIn(folder, maxDepth)) {
    if (inputs.length >= maxFolderFiles) return
    if (entry === null || isSystemFile(entry.fullPath)) continue
    const blob = await fileOf(entry)
    inputs.push({ name: blob.name, blob, path: dropId + entry.fullPath })
  }
}

const folderPattern = '__MACOSX|\\.AppleDouble|@eaDir'
const filePattern = '\\._.*|\\.DS_Store|Thumbs\\.db|ehthumbs\\.db|desktop\\.ini'
const systemPathPattern = new RegExp(`(^|[/\\\\])((${folderPattern})[/\\\\].*|${filePattern})$`, 'is')

/** Whether an operating system added this file or folder: it is neither part of evidence nor a work. */
export function isSystemFile(path: string): boolean {
  return systemPathPattern.test(path)
}
