import { Zip, ZipPassThrough } from 'fflate'

/** Puts files into one ZIP without compressing them: most works are compressed already. @throws NotReadableError if a file was moved */
export async function zipFiles(files: readonly File[]): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(new Uint8Array(piece))
  })
  const names = new Set<string>()
  for (const file of files) {
    const entry = new ZipPassThrough(freeName(file, names))
    entry.mtime = file.lastModified
    archive.add(entry)
    for (let start = 0; start < file.size; start += sliceBytes) {
      entry.push(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()))
    }
    entry.push(new Uint8Array(), true)
  }
  archive.end()
  return new File(pieces, zipName(files), { type: 'application/zip' })
}

/** Bytes to read at once, so that the page stays responsive. */
const sliceBytes = 1024 * 1024

/** Returns a path that no other file of the archive has: 'song.wav', then 'song (2).wav'. */
function freeName(file: File, names: Set<string>): string {
  const path = file.webkitRelativePath || file.name
  const dot = path.lastIndexOf('.')
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  let name = path
  for (let copy = 2; names.has(name); copy++) name = `${path.slice(0, end)} (${copy})${path.slice(end)}`
  names.add(name)
  return name
}

/** 'harbour.wav' and two others -> 'harbour and 2 more.zip'. */
export function zipName(files: readonly File[]): string {
  const name = files[0]?.name ?? 'files'
  return `${name.replace(/(?<=.)\.[^.]{1,10}$/, '')} and ${files.length - 1} more.zip`
}
