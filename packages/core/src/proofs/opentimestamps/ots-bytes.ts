import { concatBytes } from '../proof/bytes.ts'

/**
 * The only error that this folder throws. `code` says why the bytes are not a valid OpenTimestamps proof, such as 'too_deep'; `offset`
 * is the byte at which reading stopped, null if nothing was read.
 */
export class OtsError extends Error {
  override readonly name = 'OtsError'
  readonly code: string
  readonly offset: number | null

  constructor(code: string, offset: number | null = null) {
    super(offset === null ? code : `${code} at byte ${offset}`)
    this.code = code
    this.offset = offset
  }
}

/** The limits of the reference implementation, which rejects files that exceed them. Lengths in bytes. */
export const maxMessageBytes = 4096
export const maxPayloadBytes = 8192
export const maxUriBytes = 1000
/** The maximum number of nodes from the digest to an attestation, inclusive. */
export const maxDepth = 256

/** Our own limit: real files have a few kB, and this bounds the work for a hostile one. */
export const maxFileBytes = 64 * 1024

/** Reads the primitive values of the format in order. Every error has its offset. */
export class OtsReader {
  readonly #bytes: Uint8Array
  /** Where `#bytes` begins in the whole file. */
  readonly #base: number
  #position = 0

  constructor(bytes: Uint8Array, base = 0) {
    if (bytes.length > maxFileBytes) throw new OtsError('file_too_long')
    this.#bytes = bytes
    this.#base = base
  }

  /** The offset of the next byte in the whole file. */
  get offset(): number {
    return this.#base + this.#position
  }

  byte(): number {
    const [byte = 0] = this.bytes(1)
    return byte
  }

  /** Returns a copy of the next bytes. */
  bytes(length: number): Uint8Array {
    const end = this.#position + length
    if (end > this.#bytes.length) throw new OtsError('truncated', this.offset)
    const taken = this.#bytes.slice(this.#position, end)
    this.#position = end
    return taken
  }

  /** Reads an unsigned integer in LEB128, up to 2^53 - 1. */
  varint(): number {
    const start = this.offset
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte()
      value += (byte % 128) * unit
      if (value > Number.MAX_SAFE_INTEGER || unit > Number.MAX_SAFE_INTEGER)
        throw new OtsError('number_too_large', start)
      if (byte < 128) return value
    }
  }

  /** Bytes prefixed with their length. */
  sizedBytes(minLength: number, maxLength: number): Uint8Array {
    const start = this.offset
    const length = this.varint()
    if (length < minLength || length > maxLength) throw new OtsError('bad_length', start)
    return this.bytes(length)
  }

  /** Returns a reader of length-prefixed bytes, with offsets of the whole file. */
  sized(maxLength: number): OtsReader {
    const bytes = this.sizedBytes(0, maxLength)
    return new OtsReader(bytes, this.offset - bytes.length)
  }

  /** Returns all remaining bytes. */
  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.#position)
  }

  end(): void {
    if (this.#position !== this.#bytes.length) throw new OtsError('trailing_bytes', this.offset)
  }
}

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
