import { portableName } from '@priormark/core/platform/downloads/portable-name'
import { Zip, ZipPassThrough } from 'fflate'
import type { PackedFile } from './zip-offer.ts'

/** The first and the last moment that a ZIP can state, as local times. Android reports earlier or later ones if it does not know the file's time. */
const firstMs = new Date(1980, 0, 1).getTime()
const lastMs = new Date(2099, 11, 31, 23, 59, 58).getTime()

/** Puts files into one ZIP without compressing them: most works are compressed already. @throws NotReadableError if a file was moved */
export async function zipFiles(files: readonly PackedFile[], zipFileName: string): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(new Uint8Array(piece))
  })
  const paths = uniquePaths(files.map(({ path }) => path))
  for (const [index, { file }] of files.entries()) {
    const entry = new ZipPassThrough(paths[index] ?? file.name)
    entry.mtime = Math.min(Math.max(file.lastModified, firstMs), lastMs)
    archive.add(entry)
    for (let start = 0; start < file.size; start += sliceBytes) {
      entry.push(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()))
    }
    entry.push(new Uint8Array(), true)
  }
  archive.end()
  return new File(pieces, zipFileName, { type: 'application/zip' })
}

/** Bytes to read at once, so that the page stays responsive. */
const sliceBytes = 1024 * 1024

/**
 * Returns a path for each file that every system can unpack without overwriting another: 'song.wav', then 'song (2).wav'. To many
 * systems, names that differ only in case, or in how their accents are encoded, are the same.
 */
function uniquePaths(paths: readonly string[]): string[] {
  const portablePaths = paths.map((path) => path.split('/').map(portableSegment).join('/'))
  // A file must not have the name of a folder either.
  const takenPaths = new Set(portablePaths.flatMap(foldersOf).map(comparisonKey))
  return portablePaths.map((path) => {
    const dot = path.lastIndexOf('.')
    const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length
    let uniquePath = path
    for (let copy = 2; takenPaths.has(comparisonKey(uniquePath)); copy++)
      uniquePath = `${path.slice(0, end)} (${copy})${path.slice(end)}`
    takenPaths.add(comparisonKey(uniquePath))
    return uniquePath
  })
}

/** Hidden files keep their dot, which portable names do not begin with. */
function portableSegment(name: string): string {
  const isHidden = /^\.(?=[^.])/.test(name)
  return (isHidden ? '.' : '') + portableName(isHidden ? name.slice(1) : name, { fallback: 'file' })
}

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, count) => names.slice(0, count + 1).join('/'))
}

function comparisonKey(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase()
}

/** 'harbour.wav' and two others -> 'harbour and 2 more.zip'; the folder 'My Song.band' -> 'My Song.band.zip'. */
export function zipName(folderNames: readonly string[], files: readonly PackedFile[]): string {
  const [folder] = folderNames
  if (folder !== undefined)
    return folderNames.length === 1 ? `${folder}.zip` : `${folder} and ${folderNames.length - 1} more.zip`
  const name = files[0]?.file.name ?? 'files'
  return `${name.replace(/(?<=.)\.[^.]{1,10}$/, '')} and ${files.length - 1} more.zip`
}
