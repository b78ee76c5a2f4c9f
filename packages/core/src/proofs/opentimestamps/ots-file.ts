import { concatBytes, equalBytes, fromHex } from '../proof/bytes.ts'
import { readAttestation, writeAttestation, type OtsAttestation } from './ots-attestation.ts'
import { maxDepth, OtsError, OtsReader, varint } from './ots-bytes.ts'
import {
  hashOfTag,
  lengthAfter,
  otsHashes,
  readOperation,
  writeOperation,
  type OtsHash,
  type OtsOperation,
} from './ots-operation.ts'

/** The known facts about one message: its attestations, and the messages computed from it. The message itself is not stored. */
export interface OtsTimestamp {
  readonly attestations: readonly OtsAttestation[]
  readonly branches: readonly OtsBranch[]
}

interface OtsBranch {
  readonly operation: OtsOperation
  readonly timestamp: OtsTimestamp
}

const attestationMark = 0x00
const moreMark = 0xff

/**
 * Reads a timestamp without a file header, as calendars return it. Nothing is hashed.
 * @param messageLength of the timestamped message, in bytes
 */
export function readTimestamp(bytes: Uint8Array, messageLength: number): OtsTimestamp {
  const reader = new OtsReader(bytes)
  const timestamp = readNode(reader, messageLength, 1)
  reader.end()
  return timestamp
}

/** Reads the node at the reader's position. */
function readNode(reader: OtsReader, messageLength: number, depth: number): OtsTimestamp {
  if (depth > maxDepth) throw new OtsError('too_deep', reader.offset)
  const attestations: OtsAttestation[] = []
  const branches: OtsBranch[] = []
  let hasMore: boolean
  do {
    const first = reader.byte()
    hasMore = first === moreMark
    const tag = hasMore ? reader.byte() : first
    if (tag === attestationMark) attestations.push(readAttestation(reader))
    else {
      const start = reader.offset - 1
      const operation = readOperation(tag, reader)
      const length = lengthAfter(operation, messageLength, start)
      branches.push({ operation, timestamp: readNode(reader, length, depth + 1) })
    }
  } while (hasMore)
  return { attestations, branches }
}

/** Writes a timestamp without a file header. @throws OtsError if the format does not allow it */
export function writeTimestamp(timestamp: OtsTimestamp, messageLength: number): Uint8Array {
  return writeNode(timestamp, messageLength, 1)
}

function writeNode(
  { attestations, branches }: OtsTimestamp,
  messageLength: number,
  depth: number,
): Uint8Array {
  if (depth > maxDepth) throw new OtsError('too_deep')
  const items = [
    ...attestations.map((attestation) =>
      concatBytes(Uint8Array.of(attestationMark), writeAttestation(attestation)),
    ),
    ...branches.map(({ operation, timestamp }) => {
      const length = lengthAfter(operation, messageLength)
      return concatBytes(writeOperation(operation), writeNode(timestamp, length, depth + 1))
    }),
  ]
  const last = items.pop()
  if (last === undefined) throw new OtsError('empty')
  return concatBytes(...items.flatMap((item) => [Uint8Array.of(moreMark), item]), last)
}

/** A detached proof: the digest of a file, its hash function, and its timestamp. */
export interface OtsFile {
  readonly hash: OtsHash
  readonly digest: Uint8Array
  readonly timestamp: OtsTimestamp
}

/** 00 'OpenTimestamps' 00 00 'Proof' 00 and eight bytes that make it binary. */
const magic = fromHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')
const version = 1

/** Reads a `.ots` file. Takes bounded time, whatever the bytes. @throws OtsError */
export function readOtsFile(bytes: Uint8Array): OtsFile {
  const reader = new OtsReader(bytes)
  if (bytes.length < magic.length || !equalBytes(reader.bytes(magic.length), magic))
    throw new OtsError('bad_magic', 0)
  const start = reader.offset
  if (reader.varint() !== version) throw new OtsError('unsupported_version', start)
  const hash = hashOfTag(reader.byte(), reader.offset - 1)
  const { length } = otsHashes[hash]
  const digest = reader.bytes(length)
  const timestamp = readNode(reader, length, 1)
  reader.end()
  return { hash, digest, timestamp }
}

/** Writes a `.ots` file. */
export function writeOtsFile({ hash, digest, timestamp }: OtsFile): Uint8Array {
  const { tag, length } = otsHashes[hash]
  if (digest.length !== length) throw new OtsError('bad_length')
  return concatBytes(magic, varint(version), Uint8Array.of(tag), digest, writeTimestamp(timestamp, length))
}
