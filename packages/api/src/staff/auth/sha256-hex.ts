import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text in lower-case hex. Used to store secrets that have too many random bits to guess. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
