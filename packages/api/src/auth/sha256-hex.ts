import { createHash } from 'node:crypto'

/** SHA-256 of a text, in lower-case hex: under which secrets with many random bits are kept. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
