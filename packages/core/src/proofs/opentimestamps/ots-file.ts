import { concatBytes, equalBytes, fromHex } from '../proof/bytes.ts'
import { OtsError } from './ots-error.ts'
import { hashOfTag, otsHashes, type OtsHash } from './ots-operation.ts'
import { OtsReader } from './ots-reader.ts'
import { readNode, writeTimestamp, type OtsTimestamp } from './ots-timestamp.ts'
import { varint } from './ots-writing.ts'

/** A detached proof: the digest of a file, its hash function, and its timestamp. */
export interface OtsFile {
  readonly hash: OtsHash
  readonly digest: Uint8Array
  readonly timestamp: OtsTimestamp
}

/** 00 'OpenTimestamps' 00 00 'Proof' 00 and eight bytes that make it binary. */
const magic = fromHex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294')
const version = 1

/** Reads a `.ots` file. Bounded in time for any bytes. @throws OtsError */
export function readOtsFile(bytes: Uint8Array): OtsFile {
  const reader = new OtsReader(bytes)
  if (bytes.length < magic.length || !equalBytes(reader.bytes(magic.length), magic))
    throw new OtsError('bad_magic', 'This is not an OpenTimestamps proof', 0)
  const start = reader.offset
  const fileVersion = reader.varint()
  if (fileVersion !== version)
    throw new OtsError('unsupported_version', `Version ${fileVersion} is not known`, start)
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
  if (digest.length !== length)
    throw new OtsError('bad_length', `A digest of ${hash} has ${length} bytes, not ${digest.length}`)
  return concatBytes(magic, varint(version), Uint8Array.of(tag), digest, writeTimestamp(timestamp, length))
}
