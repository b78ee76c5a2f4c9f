import { AppError } from '@priormark/core/platform/errors'
import type { ByteRange } from '../storage/file-storage.ts'

/**
 * Returns the requested part of a file (RFC 9110 section 14): one range with a first byte, as resumed downloads request it.
 * Returns null, for the whole file, in all other cases, including several ranges and an `If-Range` for another file.
 * @throws AppError range_not_satisfiable if the range begins after the end of the file
 */
export function byteRange(
  header: (name: string) => string,
  file: { bytes: number; etag: string },
): ByteRange | null {
  const match = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header('range').trim())
  if (match === null) return null
  const condition = header('if-range')
  if (condition !== '' && condition !== file.etag) return null
  const first = Number(match[1])
  const last = Math.min(match[2] === undefined ? Infinity : Number(match[2]), file.bytes - 1)
  if (first >= file.bytes) {
    throw new AppError('range_not_satisfiable', `The file has ${file.bytes} bytes`)
  }
  return last < first ? null : { first, last }
}
