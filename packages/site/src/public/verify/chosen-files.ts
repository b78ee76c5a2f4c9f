/** A file as a person inputs it in. One out of a folder came packed with others. */
export interface InputFile {
  name: string
  blob: Blob
  isPacked: boolean
}

/** Folders are followed this deep, and this many files are taken out of them. */
const maxDepth = 6
const maxFolderFiles = 200

/** The files of a chooser. */
export function chosenFiles(files: FileList | null): InputFile[] {
  return Array.from(files ?? [], (file) => ({ name: file.name, blob: file, isPacked: false }))
}

/** Takes what is dropped beside the drop area too: a browser would leave the page for the file. Answers how to stop that. */
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

/** The files of a drop, with those in its folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<InputFile[]> {
  // Entries can be asked for during the drop alone, so all of them before anything is waited for.
  const items = Array.from(transfer.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const inputs: InputFile[] = []
  for (const { entry, file } of items) {
    if (entry?.isDirectory) await takeFolder(entry, inputs, 1)
    else if (file !== null) inputs.push({ name: file.name, blob: file, isPacked: false })
  }
  return inputs
}

async function takeFolder(folder: FileSystemEntry, inputs: InputFile[], depth: number): Promise<void> {
  if (depth > maxDepth || !isFolder(folder)) return
  const reader = folder.createReader()
  for (;;) {
    // A reader hands out a part of them at a time, and none once all are out.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (entries.length === 0) return
    for (const entry of entries) {
      if (inputs.length >= maxFolderFiles) return
      if (isFile(entry)) {
        const blob = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        inputs.push({ name: blob.name, blob, isPacked: true })
      } else await takeFolder(entry, inputs, depth + 1)
    }
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
