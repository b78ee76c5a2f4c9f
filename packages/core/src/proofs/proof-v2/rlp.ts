import { concatBytes } from '../proof/bytes.ts'

/** An item of RLP, the encoding of Ethereum's blocks: bytes, or a list of items. */
export type Rlp = Uint8Array | readonly Rlp[]

/** How deep lists may be nested. A transaction with an access list has four levels. */
const maxDepth = 8

/** Writes an item in its only encoding. */
export function writeRlp(item: Rlp): Uint8Array {
  if (item instanceof Uint8Array)
    return item.length === 1 && (item[0] ?? 0) < 0x80 ? item : concatBytes(head(0x80, item.length), item)
  const body = concatBytes(...item.map(writeRlp))
  return concatBytes(head(0xc0, body.length), body)
}

/** Reads the one item that fills the bytes. Returns null for anything but its only encoding. */
export function readRlp(bytes: Uint8Array): Rlp | null {
  const reading = itemAt(bytes, 0, 0)
  return reading !== null && reading.end === bytes.length ? reading.item : null
}

/** Reads a whole number as RLP writes it, without leading zeros. Returns null if it is not one below 2^53. */
export function rlpNumber(item: Rlp | undefined): number | null {
  if (!(item instanceof Uint8Array) || item[0] === 0 || item.length > 7) return null
  const value = item.reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(value) ? value : null
}

/** Writes a number as `rlpNumber` reads it. */
export function numberBytes(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from(bytes)
}

function itemAt(bytes: Uint8Array, start: number, depth: number): { item: Rlp; end: number } | null {
  const first = bytes[start]
  if (first === undefined || depth > maxDepth) return null
  if (first < 0x80) return { item: bytes.subarray(start, start + 1), end: start + 1 }
  const isList = first >= 0xc0
  const size = first - (isList ? 0xc0 : 0x80)
  const width = Math.max(0, size - 55)
  if (width > 4) return null
  const bodyStart = start + 1 + width
  const length = width === 0 ? size : rlpNumber(bytes.subarray(start + 1, bodyStart))
  if (length === null || (width > 0 && length < 56) || bodyStart + length > bytes.length) return null
  const body = bytes.subarray(bodyStart, bodyStart + length)
  if (isList) {
    const items = itemsOf(body, depth)
    return items === null ? null : { item: items, end: bodyStart + length }
  }
  return length === 1 && (body[0] ?? 0) < 0x80 ? null : { item: body, end: bodyStart + length }
}

function itemsOf(body: Uint8Array, depth: number): Rlp[] | null {
  const items: Rlp[] = []
  for (let next = 0; next < body.length;) {
    const reading = itemAt(body, next, depth + 1)
    if (reading === null) return null
    items.push(reading.item)
    next = reading.end
  }
  return items
}

function head(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const size = numberBytes(length)
  return Uint8Array.of(base + 55 + size.length, ...size)
}
