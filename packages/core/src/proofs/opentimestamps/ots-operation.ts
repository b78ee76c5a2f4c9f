import { compareBytes, concatBytes, toHex } from '../proof/bytes.ts'
import type { HashFunction } from '../proof/hash.ts'
import { utf8 } from '../../platform/utf8.ts'
import { OtsError, type OtsReader, maxMessageBytes, sizedBytes } from './ots-bytes.ts'

/** The hash functions of the format, with their tags and output lengths in bytes. */
export const otsHashes = {
  sha1: { tag: 0x02, length: 20 },
  ripemd160: { tag: 0x03, length: 20 },
  sha256: { tag: 0x08, length: 32 },
  keccak256: { tag: 0x67, length: 32 },
} as const
export type OtsHash = keyof typeof otsHashes

/** The hash functions that a caller provides. A proof that needs another one can be read and written, but not followed. */
export type HashFunctions = { readonly sha256: HashFunction } & { readonly [hash in OtsHash]?: HashFunction }

/** One step that turns a message into the next. */
export type OtsOperation =
  | { readonly kind: 'append' | 'prepend'; readonly bytes: Uint8Array }
  | { readonly kind: 'reverse' | 'hexlify' }
  | { readonly kind: 'hash'; readonly hash: OtsHash }

const tags = { append: 0xf0, prepend: 0xf1, reverse: 0xf2, hexlify: 0xf3 } as const

function tagOf(operation: OtsOperation): number {
  return operation.kind === 'hash' ? otsHashes[operation.hash].tag : tags[operation.kind]
}

/** Reads an operation after its tag. */
export function readOperation(tag: number, reader: OtsReader): OtsOperation {
  if (tag === tags.append) return { kind: 'append', bytes: reader.sizedBytes(1, maxMessageBytes) }
  if (tag === tags.prepend) return { kind: 'prepend', bytes: reader.sizedBytes(1, maxMessageBytes) }
  if (tag === tags.reverse) return { kind: 'reverse' }
  if (tag === tags.hexlify) return { kind: 'hexlify' }
  return { kind: 'hash', hash: hashOfTag(tag, reader.offset - 1) }
}

/** Returns the hash function of a tag. */
export function hashOfTag(tag: number, offset: number): OtsHash {
  for (const hash of ['sha1', 'ripemd160', 'sha256', 'keccak256'] as const)
    if (tag === otsHashes[hash].tag) return hash
  throw new OtsError('unknown_operation', offset)
}

/** Writes an operation with its tag. */
export function writeOperation(operation: OtsOperation): Uint8Array {
  const tag = Uint8Array.of(tagOf(operation))
  if (!('bytes' in operation)) return tag
  if (operation.bytes.length === 0) throw new OtsError('bad_length')
  return concatBytes(tag, sizedBytes(operation.bytes))
}

/** Returns the length of an operation's output in bytes. @throws OtsError if the format does not allow it */
export function lengthAfter(operation: OtsOperation, length: number, offset: number | null = null): number {
  const after = unboundedLengthAfter(operation, length)
  if (after > maxMessageBytes) throw new OtsError('message_too_long', offset)
  return after
}

function unboundedLengthAfter(operation: OtsOperation, length: number): number {
  if (operation.kind === 'hash') return otsHashes[operation.hash].length
  if ('bytes' in operation) return length + operation.bytes.length
  return operation.kind === 'hexlify' ? 2 * length : length
}

/** Applies an operation to a message. Returns null if it needs a hash function that is not available. */
export function applyOperation(
  operation: OtsOperation,
  message: Uint8Array,
  hashes: HashFunctions,
): Uint8Array | null {
  if (operation.kind === 'hash') return hashes[operation.hash]?.(message) ?? null
  if ('bytes' in operation)
    return operation.kind === 'append'
      ? concatBytes(message, operation.bytes)
      : concatBytes(operation.bytes, message)
  return operation.kind === 'hexlify' ? utf8(toHex(message)) : message.toReversed()
}

/** Sorts a node's operations as the reference implementation does. */
export function compareOperations(a: OtsOperation, b: OtsOperation): number {
  const byTag = tagOf(a) - tagOf(b)
  return byTag !== 0 || !('bytes' in a) || !('bytes' in b) ? byTag : compareBytes(a.bytes, b.bytes)
}
