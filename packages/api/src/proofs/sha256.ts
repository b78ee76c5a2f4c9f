import { hash } from 'node:crypto'

/** Node's SHA-256, as core wants it. In one call: for short inputs that is twice as fast as `createHash`. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}
