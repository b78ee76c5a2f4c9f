import { Inflate } from 'fflate'

/** Limits, so that no archive uses much time or memory. */
export const maxZipBytes = 64 * 1024 * 1024
const maxZipEntries = 500
const maxEntryBytes = 4 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

/**
 * Why an archive, or one file in it, was not opened. `untrue_size`: it unpacks to more than it declares, or its packed data is too
 * large for that, as in a zip bomb. `overlapping`: entries share data. `same_names`: programs differ in which of two files they take.
 */
export type ZipProblem =
  | 'not_a_zip'
  | 'too_many_files'
  | 'too_large'
  | 'overlapping'
  | 'same_names'
  | 'untrue_size'
  | 'encrypted'
  | 'unknown_compression'
  | 'damaged'

/** A file of an archive with its bytes, or why it was not opened. The name is only for display. */
type ZipEntry = { name: string } & ({ bytes: Uint8Array } | { problem: ZipProblem })

export type ZipReading = { entries: ZipEntry[] } | { problem: ZipProblem }

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const endBytes = 22
const maxCommentBytes = 0xffff
const stored = 0
const deflated = 8

/** Whether bytes start like a ZIP that is not empty. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= endBytes && viewOf(bytes).getUint32(0, true) === signatures.local
}

/** Reads an archive by its central directory, within the limits above for any input. */
export function readZip(bytes: Uint8Array): ZipReading {
  try {
    return readDirectory(bytes)
  } catch (error) {
    // An offset beyond the end of the archive.
    if (error instanceof RangeError) return { problem: 'damaged' }
    throw error
  }
}

function readDirectory(bytes: Uint8Array): ZipReading {
  const view = viewOf(bytes)
  const endOffset = endOffsetIn(view)
  if (endOffset === null) return { problem: isZip(bytes) ? 'damaged' : 'not_a_zip' }
  const count = view.getUint16(endOffset + 10, true)
  if (count > maxZipEntries) return { problem: 'too_many_files' }
  const directoryOffset = view.getUint32(endOffset + 16, true)
  const headers = headerOffsets(view, directoryOffset, count)
  if (headers === null) return { problem: 'damaged' }
  if (overlaps(view, headers, directoryOffset)) return { problem: 'overlapping' }
  const names = headers.map((header) => nameAt(bytes, view, header))
  if (new Set(names.map(extractedName)).size < names.length) return { problem: 'same_names' }
  const entries: ZipEntry[] = []
  let remainingBytes = maxTotalBytes
  for (const [n, header] of headers.entries()) {
    const name = names[n] ?? ''
    if (name.endsWith('/')) continue
    const entry = { name, ...readEntry(bytes, view, header, remainingBytes) }
    // After one wrong size nothing else is read, because each entry costs time.
    if ('problem' in entry && entry.problem === 'untrue_size') return { problem: 'untrue_size' }
    if ('bytes' in entry || entry.problem === 'damaged') remainingBytes -= view.getUint32(header + 24, true)
    entries.push(entry)
  }
  return { entries }
}

/** @param header the offset of the file's header in the central directory */
function nameAt(bytes: Uint8Array, view: DataView, header: number): string {
  return new TextDecoder().decode(slice(bytes, header + 46, view.getUint16(header + 28, true)))
}

/** Returns a name as file systems compare it: many ignore case, Unicode normalization, and dots and spaces at the end. */
function extractedName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.replace(/(?<![. ])[. ]+$/, ''))
    .filter((part) => part !== '')
    .join('/')
}

/** Returns the offsets of the headers in the central directory; null if one of them is missing. */
function headerOffsets(view: DataView, directoryOffset: number, count: number): number[] | null {
  const offsets: number[] = []
  let offset = directoryOffset
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(offset, true) !== signatures.central) return null
    offsets.push(offset)
    const lengths = [28, 30, 32].map((field) => view.getUint16(offset + field, true))
    offset += 46 + lengths.reduce((sum, length) => sum + length)
  }
  return offsets
}

/** Whether files share data with each other or with the directory: the same data would be unpacked many times. */
function overlaps(view: DataView, headers: readonly number[], directoryOffset: number): boolean {
  const ranges = headers
    .map((header) => {
      const start = view.getUint32(header + 42, true)
      return { start, end: dataStart(view, start) + view.getUint32(header + 20, true) }
    })
    .toSorted((one, other) => one.start - other.start)
  return ranges.some(({ end }, n) => end > (ranges[n + 1]?.start ?? directoryOffset))
}

/** Returns the offset of the end of central directory record, which a comment may follow; null if there is none. */
function endOffsetIn(view: DataView): number | null {
  const lastOffset = view.byteLength - endBytes
  for (let offset = lastOffset; offset >= Math.max(0, lastOffset - maxCommentBytes); offset -= 1) {
    if (view.getUint32(offset, true) === signatures.end) return offset
  }
  return null
}

/** Returns the offset of a file's data, after its local header, name and extra field. @param localHeader the offset of that header */
function dataStart(view: DataView, localHeader: number): number {
  return localHeader + 30 + view.getUint16(localHeader + 26, true) + view.getUint16(localHeader + 28, true)
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  header: number,
  remainingBytes: number,
): { bytes: Uint8Array } | { problem: ZipProblem } {
  const flags = view.getUint16(header + 8, true)
  const method = view.getUint16(header + 10, true)
  const packedLength = view.getUint32(header + 20, true)
  const length = view.getUint32(header + 24, true)
  const localHeader = view.getUint32(header + 42, true)
  if ((flags & 1) !== 0) return { problem: 'encrypted' }
  if (method !== stored && method !== deflated) return { problem: 'unknown_compression' }
  if (length > Math.min(maxEntryBytes, remainingBytes)) return { problem: 'too_large' }
  if (view.getUint32(localHeader, true) !== signatures.local) return { problem: 'damaged' }
  const packedBytes = slice(bytes, dataStart(view, localHeader), packedLength)
  if (packedLength > length + packingOverhead(length)) return { problem: 'untrue_size' }
  const unpackedBytes = method === stored ? packedBytes : inflate(packedBytes, length)
  if (unpackedBytes === null) return { problem: 'untrue_size' }
  const isWhole =
    unpackedBytes.length === length && crc32(unpackedBytes) === view.getUint32(header + 16, true)
  return isWhole ? { bytes: unpackedBytes } : { problem: 'damaged' }
}

/** The most that packing adds, in bytes. No program adds more, and data that unpacks to nothing costs time as well. */
const packingOverhead = (length: number) => 64 + Math.ceil(length / 100)

/** How much packed data is unpacked between two checks of the output's size: deflate makes at most 1,032 bytes out of one. */
const pieceBytes = 4 * 1024

/** Returns the unpacked bytes; null as soon as there are more than declared. */
function inflate(packedBytes: Uint8Array, length: number): Uint8Array | null {
  const unpackedBytes = new Uint8Array(length)
  let writtenBytes = 0
  let isTooLong = false
  const stream = new Inflate((piece) => {
    isTooLong ||= writtenBytes + piece.length > length
    if (!isTooLong) unpackedBytes.set(piece, writtenBytes)
    writtenBytes += piece.length
  })
  try {
    for (let start = 0; start < packedBytes.length && !isTooLong; start += pieceBytes)
      stream.push(packedBytes.subarray(start, start + pieceBytes), start + pieceBytes >= packedBytes.length)
  } catch {
    // Not valid deflate data.
    return unpackedBytes.subarray(0, 0)
  }
  return isTooLong ? null : unpackedBytes.subarray(0, writtenBytes)
}

/** Returns bytes of the archive. @throws RangeError beyond its end */
function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('The archive ends too early')
  return bytes.subarray(start, start + length)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of files in a ZIP (CRC-32, as in ISO 3309). It detects damage, not tampering. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
