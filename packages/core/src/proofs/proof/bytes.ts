const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += hexOfByte[byte]
  return hex
}

/** Decodes lower-case hex without a prefix. @throws RangeError for anything else */
export function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new RangeError('Not lower-case hexadecimal')
  return Uint8Array.from({ length: hex.length / 2 }, (_, n) =>
    Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16),
  )
}

/** Concatenates byte strings. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/** Compares bytes lexicographically. Not in constant time: nothing compared here is secret. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const sharedLength = Math.min(a.length, b.length)
  for (let n = 0; n < sharedLength; n += 1) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Whether two byte strings are the same. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a, b) === 0
}
