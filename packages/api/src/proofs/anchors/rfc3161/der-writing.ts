import { concatBytes } from '@priormark/core/proofs/proof/bytes'

/** Writes a value of DER (X.690). */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(...parts)
  const size: number[] = []
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256)
  const length = body.length < 0x80 ? [body.length] : [0x80 + size.length, ...size]
  return concatBytes(Uint8Array.of(tag, ...length), body)
}

/** Writes an INTEGER from its bytes, which are not negative and have no leading zeros. */
export function integer(bytes: Uint8Array): Uint8Array {
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(), bytes)
}

/** Returns the bytes of an object identifier, such as '1.2.3', without tag and length. */
export function oidBytes(text: string): Uint8Array {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  return Uint8Array.from([first * 40 + second, ...others].flatMap(inSevenBits))
}

function inSevenBits(value: number): number[] {
  const digits = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 + (rest % 128))
  return digits
}

/** The most values within each other: a time-stamp has less than 20. */
const maxDepth = 40
/** The bytes that one value of BER takes, and the value in DER; null in `der` for the end of contents. */
interface Converted {
  length: number
  der: Uint8Array | null
}

/**
 * Writes BER as DER: with definite lengths in their shortest form, and octet strings in one piece. DER stays as it is, so
 * what an authority signed in DER keeps its signature. Null if it is neither, or if something is left over.
 */
export function berToDer(bytes: Uint8Array): Uint8Array | null {
  const converted = convert(bytes, 0)
  return converted !== null && converted.length === bytes.length ? converted.der : null
}

function convert(bytes: Uint8Array, depth: number): Converted | null {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined || (tag & 31) === 31 || depth > maxDepth) return null
  if (tag === 0 && first === 0) return { length: 2, der: null }
  const sizeBytes = first > 0x80 ? first - 0x80 : 0
  const start = 2 + sizeBytes
  const isIndefinite = first === 0x80
  const isConstructed = (tag & 0x20) !== 0
  if (sizeBytes > 4 || start > bytes.length || (isIndefinite && !isConstructed)) return null
  const size = first < 0x80 ? first : bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = isIndefinite ? bytes.length : start + size
  if (end > bytes.length) return null
  if (!isConstructed) return { length: end, der: der(tag, bytes.subarray(start, end)) }
  const children: Uint8Array[] = []
  let at = start
  while (at < end) {
    const child = convert(bytes.subarray(at, end), depth + 1)
    if (child === null) return null
    at += child.length
    if (child.der === null) {
      if (!isIndefinite) return null
      return { length: at, der: joined(tag, children) }
    }
    children.push(child.der)
  }
  return isIndefinite ? null : { length: end, der: joined(tag, children) }
}

/** An octet string in pieces becomes one of a single piece. */
function joined(tag: number, children: readonly Uint8Array[]): Uint8Array {
  if (tag !== 0x24) return der(tag, ...children)
  return der(0x04, ...children.map((child) => child.subarray(contentStart(child))))
}

function contentStart(value: Uint8Array): number {
  const [, first = 0] = value
  return first < 0x80 ? 2 : 2 + first - 0x80
}
