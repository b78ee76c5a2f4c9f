/** Encodes UTF-8 without a byte order mark. @throws RangeError for a lone surrogate */
export function utf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new RangeError('The text contains a lone surrogate')
  const bytes: number[] = []
  for (const character of text) bytes.push(...utf8OfCodePoint(character.codePointAt(0) ?? 0))
  return Uint8Array.from(bytes)
}

function utf8OfCodePoint(point: number): number[] {
  if (point < 0x80) return [point]
  if (point < 0x800) return [0xc0 | (point >> 6), continuationByte(point)]
  if (point < 0x10000) return [0xe0 | (point >> 12), continuationByte(point >> 6), continuationByte(point)]
  return [
    0xf0 | (point >> 18),
    continuationByte(point >> 12),
    continuationByte(point >> 6),
    continuationByte(point),
  ]
}

function continuationByte(bits: number): number {
  return 0x80 | (bits & 0x3f)
}
