import { AppError } from '@priormark/core/errors'
import type { ByteRange } from '../storage/file-storage.ts'

/**
 * Which part of a file a request asks for (RFC 9110 section 14): one range with a first byte, as a download that goes on
 * asks for. Everything else, several ranges too, is answered with the whole file, as is an `If-Range` of another file.
 * @throws AppError range_not_satisfiable where the file ends before the range begins
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
