import { concatBytes } from '../proof/bytes.ts'

/** Encodes an unsigned integer up to 2^53 - 1 in its shortest LEB128 form. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.of(...bytes, rest)
}

/** Bytes prefixed with their length. */
export function sizedBytes(bytes: Uint8Array): Uint8Array {
  return concatBytes(varint(bytes.length), bytes)
}
