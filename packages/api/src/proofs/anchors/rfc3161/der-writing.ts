import { concatBytes } from '@priormark/core/proofs/proof/bytes'

/** Writes a value of DER (X.690). */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(...parts)
  const size: number[] = []
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256)
  const length = body.length < 0x80 ? [body.length] : [0x80 + size.length, ...size]
  return concatBytes(Uint8Array.of(tag, ...length), body)
}

/** Writes an INTEGER that is not negative from its bytes without leading zeros. */
export function derInteger(bytes: Uint8Array): Uint8Array {
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(), bytes)
}

/** Returns the bytes of an object identifier, such as '1.2.3', without tag and length. */
export function oidBytes(text: string): Uint8Array {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  return Uint8Array.from([first * 40 + second, ...others].flatMap(toBase128))
}

function toBase128(value: number): number[] {
  const digits = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 + (rest % 128))
  return digits
}

/** The maximum nesting of values. A time-stamp has fewer than 20 levels. */
const maxDepth = 40

/** The length of a value in BER, and the value in DER; `der` is null for the end of contents. */
interface ConvertedValue {
  length: number
  der: Uint8Array | null
}

/**
 * Converts a value from BER to DER: definite lengths in their shortest form, and octet strings in one piece. DER stays as
 * it is, so that signatures over it stay valid. Null if the bytes are neither, or more than one value.
 */
export function berToDer(bytes: Uint8Array): Uint8Array | null {
  const value = convert(bytes, 0)
  return value?.length === bytes.length ? value.der : null
}

function convert(bytes: Uint8Array, depth: number): ConvertedValue | null {
  const [tag, lengthByte] = bytes
  if (tag === undefined || lengthByte === undefined || (tag & 31) === 31 || depth > maxDepth) return null
  if (tag === 0 && lengthByte === 0) return { length: 2, der: null }
  const sizeBytes = lengthByte > 0x80 ? lengthByte - 0x80 : 0
  const start = 2 + sizeBytes
  const isIndefinite = lengthByte === 0x80
  const isConstructed = (tag & 0x20) !== 0
  if (sizeBytes > 4 || start > bytes.length || (isIndefinite && !isConstructed)) return null
  const size =
    lengthByte < 0x80 ? lengthByte : bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = isIndefinite ? bytes.length : start + size
  if (end > bytes.length) return null
  if (!isConstructed) return { length: end, der: der(tag, bytes.subarray(start, end)) }
  const children: Uint8Array[] = []
  let offset = start
  while (offset < end) {
    const child = convert(bytes.subarray(offset, end), depth + 1)
    if (child === null) return null
    offset += child.length
    if (child.der === null) {
      if (!isIndefinite) return null
      return { length: offset, der: derConstructed(tag, children) }
    }
    children.push(child.der)
  }
  return isIndefinite ? null : { length: end, der: derConstructed(tag, children) }
}

/** Writes a constructed value; an octet string of several pieces becomes a primitive one. */
function derConstructed(tag: number, children: readonly Uint8Array[]): Uint8Array {
  if (tag !== 0x24) return der(tag, ...children)
  return der(0x04, ...children.map((child) => child.subarray(contentStart(child))))
}

function contentStart(value: Uint8Array): number {
  const [, lengthByte = 0] = value
  return lengthByte < 0x80 ? 2 : 2 + lengthByte - 0x80
}
